internal import FlintPopulation
internal import FlintText

/// A population's totals as the page draws them, or null.
///
/// The features are the program's, in its order, and so are the constraints: nothing is named a second time. The totals are
/// text, because a script's numbers are not exact beyond 2^53.
///
///     {"states": "60", "weight": "2341", "rejected": "0", "ignored": 0,
///      "features": [[available, undetermined, unavailable, [notSatisfied, notDetermined, decisive, …]], …]}
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
