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
        json.key("features")
        json.array(.lines, of: audience.features) { write($0, to: &$1) }
      }
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
}
