internal import FlintCore
package import FlintPopulation
package import FlintText

/// A population's totals as JSON; what ``FlintPopulation/AudienceReader`` reads to add results up.
package struct AudienceJSON {
  package init() {}

  package func write(_ audience: Audience, into sink: inout ByteSink) {
    sink.jsonLine { json in
      json.object(.lines) { json in
        json.member("formatVersion", 1)
        json.member("states", audience.states)
        json.member("weight", audience.weight)
        json.member("rejected", audience.rejected)
        json.key("ignored")
        json.object(.lines) { json in
          for (id, count) in audience.ignored.sorted(by: { $0.key < $1.key }) {
            json.key(named: id.text)
            json.int(count)
          }
        }
        write(audience.features, audience.against, to: &json)
        if let groups = audience.groups {
          json.key("by")
          json.array(.lines, of: groups) { write($0, to: &$1) }
        }
      }
    }
  }

  private func write(
    _ features: [Audience.Feature], _ against: [Audience.Comparison]?, to json: inout JSONWriter
  ) {
    json.key("features")
    json.array(.lines, of: features) { write($0, to: &$1) }
    if let against {
      json.key("against")
      json.array(.lines, of: against) { write($0, to: &$1) }
    }
  }

  private func write(_ feature: Audience.Feature, to json: inout JSONWriter) {
    json.beginObject(.lines)
    json.member("id", feature.id)
    json.member("available", feature.available, joinsLine: true)
    json.member("undetermined", feature.undetermined, joinsLine: true)
    json.member("unavailable", feature.unavailable, joinsLine: true)
    json.key("constraints")
    json.array(.lines, of: feature.constraints) { constraint, json in
      json.beginObject()
      json.member("feature", constraint.feature)
      json.member("constraint", constraint.constraint)
      json.member("notSatisfied", constraint.notSatisfied)
      json.member("notDetermined", constraint.notDetermined)
      json.member("decisive", constraint.decisive)
      json.endObject()
    }
    json.endObject()
  }

  private func write(_ comparison: Audience.Comparison, to json: inout JSONWriter) {
    json.beginObject(.lines)
    json.member("id", comparison.id)
    json.member("lost", comparison.lost, joinsLine: true)
    json.member("gained", comparison.gained, joinsLine: true)
    json.key("causes")
    json.array(.lines, of: comparison.causes) { cause, json in
      json.beginObject()
      json.member("feature", cause.feature)
      json.member("constraint", cause.constraint)
      json.member("lost", cause.lost)
      json.member("gained", cause.gained)
      json.endObject()
    }
    json.endObject()
  }

  private func write(_ group: Audience.Group, to json: inout JSONWriter) {
    json.beginObject(.lines)
    json.key("key")
    json.beginObject()
    for member in group.key {
      json.key(named: member.name)
      switch member.value {
      case .boolean(let value): json.bool(value)
      case .integer(let number): json.int(number)
      case .text(let text): json.string(text.text)
      case .null: json.null()
      }
    }
    json.endObject()
    json.member("states", group.states)
    json.member("weight", group.weight, joinsLine: true)
    write(group.features, group.against, to: &json)
    json.endObject()
  }
}
