package import FlintPopulation
package import FlintText

/// A population's totals as JSON; what ``FlintPopulation/AudienceReader`` reads to add results up.
package struct AudienceJSON {
  package init() {}

  package func write(_ audience: Audience, into sink: inout ByteSink) {
    sink.append("{\n  \"formatVersion\": 1,\n")
    write("  \"states\": ", audience.states, ",\n", to: &sink)
    write("  \"weight\": ", audience.weight, ",\n", to: &sink)
    write("  \"rejected\": ", audience.rejected, ",\n", to: &sink)
    sink.append("  \"ignored\": {")
    let ignored = audience.ignored.sorted { $0.key < $1.key }
    sink.appendJSON(lines: ignored, indentation: 4) { sink, entry in
      sink.appendJSON(entry.key.text)
      sink.append(": ")
      sink.append(entry.value)
    }
    sink.append("},\n  \"features\": [")
    sink.appendJSON(lines: audience.features, indentation: 4) { write($1, to: &$0) }
    sink.append("]\n}\n")
  }

  private func write(_ feature: Audience.Feature, to sink: inout ByteSink) {
    sink.append("{\n      \"id\": ")
    sink.appendJSON(feature.id)
    write(", \"available\": ", feature.available, to: &sink)
    write(", \"undetermined\": ", feature.undetermined, to: &sink)
    write(", \"unavailable\": ", feature.unavailable, ",\n", to: &sink)
    sink.append("      \"constraints\": [")
    sink.appendJSON(lines: feature.constraints, indentation: 8) { sink, constraint in
      sink.append("{\"feature\": ")
      if let feature = constraint.feature { sink.appendJSON(feature) } else { sink.append("null") }
      sink.append(", \"constraint\": ")
      sink.appendJSON(constraint.constraint)
      write(", \"notSatisfied\": ", constraint.notSatisfied, to: &sink)
      write(", \"notDetermined\": ", constraint.notDetermined, to: &sink)
      write(", \"decisive\": ", constraint.decisive, "}", to: &sink)
    }
    sink.append("]\n    }")
  }

  private func write(
    _ key: StaticString, _ number: Int64, _ end: StaticString = "", to sink: inout ByteSink
  ) {
    sink.append(key)
    sink.append(number)
    sink.append(end)
  }
}
