internal import FlintCore
internal import FlintPopulation
internal import FlintText

/// A population's totals as the page draws them, or null.
///
/// The features are the program's, in its order, and so are the constraints: nothing is named a second time. The totals are
/// text, because a script's numbers are not exact beyond 2^53.
///
///     {"states": "60", "weight": "2341", "rejected": "0", "ignored": 0,
///      "features": [[available, undetermined, unavailable, [notSatisfied, notDetermined, decisive, …]], …],
///      "against": [[lost, gained, [lost, gained, …], [[name, lost, gained], …]], …],
///      "removed": [[id, lost], …],
///      "keys": ["platform"], "groups": [[["iOS"], weight, [available, undetermined, unavailable, …]], …]}
///
/// Behind the three numbers of a group's feature stand who lose and who gain it, where there is a comparison.
struct PageAudience {
  private let audience: Audience?

  init(_ audience: Audience?) { self.audience = audience }

  func write(to json: inout JSONWriter) {
    guard let audience else { return json.null() }
    json.object { json in
      for (key, total) in [
        ("states", audience.states), ("weight", audience.weight), ("rejected", audience.rejected),
      ] {
        json.key(named: key)
        json.string(String(total))
      }
      json.key("ignored")
      json.int(audience.ignored.count)
      json.key("features")
      json.array { json in for feature in audience.features { write(feature, to: &json) } }
      if let against = audience.against { write(against, of: audience.features, to: &json) }
      if let groups = audience.groups { write(groups, audience.numberRanges, to: &json) }
    }
  }

  private func write(
    _ against: [Audience.Comparison], of features: [Audience.Feature], to json: inout JSONWriter
  ) {
    json.key("against")
    json.array { json in
      for (feature, comparison) in zip(features, against) {
        json.array { json in
          json.int(comparison.lost)
          json.int(comparison.gained)
          // Those of the program come first, and are named there.
          let own = comparison.causes.prefix(feature.constraints.count)
          json.array { json in
            for cause in own {
              json.int(cause.lost)
              json.int(cause.gained)
            }
          }
          json.array { json in
            for cause in comparison.causes.dropFirst(own.count) {
              json.array { json in
                json.string(cause.name(seenFrom: comparison.id))
                json.int(cause.lost)
                json.int(cause.gained)
              }
            }
          }
        }
      }
    }
    json.key("removed")
    json.array { json in
      for comparison in against.dropFirst(features.count) {
        json.array { json in
          json.string(comparison.id)
          json.int(comparison.lost)
        }
      }
    }
  }

  private func write(
    _ groups: [Audience.Group], _ ranges: Audience.NumberRanges, to json: inout JSONWriter
  ) {
    json.key("keys")
    json.array { json in
      for member in groups.first?.key ?? [] { json.string(member.name) }
    }
    json.key("groups")
    json.array { json in
      for group in groups {
        json.array { json in
          json.array { json in
            for member in group.key { write(member.value, to: &json) }
          }
          json.int(group.weight)
          json.array { json in
            for (index, place) in ranges.features.enumerated() {
              for weight in group.numbers[place].prefix(3) { json.int(weight) }
              if ranges.against.isEmpty { continue }
              for weight in group.numbers[ranges.against[index]].prefix(2) { json.int(weight) }
            }
          }
        }
      }
    }
  }

  private func write(_ value: GroupValue, to json: inout JSONWriter) {
    switch value {
    case .boolean(let value): json.string(value ? "true" : "false")
    case .integer(let number): json.string("\(number)")
    case .text(let text): json.string(text.text)
    case .null: json.null()
    }
  }

  private func write(_ feature: Audience.Feature, to json: inout JSONWriter) {
    json.array { json in
      for weight in [feature.available, feature.undetermined, feature.unavailable] {
        json.int(weight)
      }
      json.array { json in
        for constraint in feature.constraints {
          json.int(constraint.notSatisfied)
          json.int(constraint.notDetermined)
          json.int(constraint.decisive)
        }
      }
    }
  }
}
