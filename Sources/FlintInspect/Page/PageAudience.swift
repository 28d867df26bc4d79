import FlintModel
import FlintPopulation
import FlintText

/// The totals of a population (the numbers of users who have each feature) as the report page reads them: `null` if
/// there is no population, otherwise a JSON object.
///
///     {states: number of states, weight: number of people, rejected: number of lines that could not be read,
///      ignored: number of undeclared ids, impossible: [weight of the states that break an assumption, …],
///      features: [{available, undetermined, unavailable,
///                  constraints: [{notSatisfied, notDetermined, decisive}, …]}, …],
///      fingerprint, againstFingerprint, affected: {lost, gained, changed},
///      against: [{lost, gained, moves: [{old, new, weight}, …], causes: [{lost, gained}, …],
///                 former: [{name, lost, gained}, …]}, …],
///      removed: [{id, lost, moves}, …],
///      keys: ["platform"],
///      groups: [{values: ["iOS"], weight, affected: {lost, gained, changed},
///                features: [{available, undetermined, unavailable, lost, gained, changed}, …]}, …]}
///
/// Numbers without an explanation are weights (numbers of people). A member with the number 0 is omitted. `moves` lists
/// the changes of a feature's status that occur.
///
/// Assumptions, features and constraints are in the same order as in ``PageProgram``, so their names are not repeated:
/// `impossible` has a number for each assumption, `features` and `against` have an object for each feature, and
/// `constraints` and `causes` have an object for each constraint that applies to the feature. `decisive` is the weight
/// of the states in which the feature would be available without the constraint, and is not.
///
/// `affected`, `against`, `removed` and the fingerprints exist only if two manifests are compared. In `affected`, `lost`, `gained` and
/// `changed` are the weights of the states that lose a feature, gain a feature, or in which any status changes. In the
/// `features` of a group, however, `changed` is the weight of the changes of status that are neither a loss nor a gain.
/// `former` contains those constraints of the old manifest that the new one lacks, and `removed` the features that only
/// the old one declares. In `causes` and `former`, `lost` is the weight of the users who lose the feature and whom the
/// constraint blocks now; `gained` is the weight of those who gain the feature and whom it blocked before.
///
/// `keys` and `groups` exist only if the states are grouped. `keys` names the facts by which they are grouped, and
/// `values` has a value for each of these facts. `impossible`, `moves`, `causes` and `former` are omitted if they
/// contain nothing but zeros, and `constraints` if there are none.
struct PageAudience {
  private let audience: Audience?

  init(_ audience: Audience?) { self.audience = audience }

  func write(to json: inout JSONWriter) {
    guard let audience else { return json.null() }
    json.object { json in
      json.total("states", audience.states)
      json.total("weight", audience.weight)
      json.total("rejected", audience.rejected)
      json.total("ignored", Int64(audience.ignored.count))
      if let impossible = audience.impossible, impossible.contains(where: { $0.weight > 0 }) {
        json.key("impossible")
        json.array(of: impossible) { $1.int($0.weight) }
      }
      if let old = audience.againstFingerprint {
        json.member("fingerprint", audience.fingerprint)
        json.member("againstFingerprint", old)
      }
      if let affected = audience.affected {
        json.affected([affected.lost, affected.gained, affected.changed])
      }
      json.key("features")
      json.array(of: audience.features) { write($0, to: &$1) }
      if let against = audience.against { write(against, of: audience.features, to: &json) }
      if let groups = audience.groups { write(groups, audience.numberRanges, to: &json) }
    }
  }

  private func write(_ feature: Audience.Feature, to json: inout JSONWriter) {
    json.object { json in
      json.total("available", feature.available)
      json.total("undetermined", feature.undetermined)
      json.total("unavailable", feature.unavailable)
      if feature.constraints.isEmpty { return }
      json.key("constraints")
      json.array(of: feature.constraints) { constraint, json in
        json.object { json in
          json.total("notSatisfied", constraint.notSatisfied)
          json.total("notDetermined", constraint.notDetermined)
          json.total("decisive", constraint.decisive)
        }
      }
    }
  }

  // MARK: Comparisons

  private func write(
    _ against: [Audience.Comparison], of features: [Audience.Feature], to json: inout JSONWriter
  ) {
    json.key("against")
    json.array(of: zip(features, against)) { pair, json in
      let (feature, comparison) = pair
      json.object { json in
        write(comparison, to: &json)
        // The feature's present constraints come first. The page takes their names from its program.
        let own = comparison.causes.prefix(feature.constraints.count)
        if own.contains(where: { $0.lost > 0 || $0.gained > 0 }) {
          json.key("causes")
          json.array(of: own) { cause, json in json.object { write(cause, to: &$0) } }
        }
        let former = comparison.causes.dropFirst(own.count).filter { $0.lost > 0 || $0.gained > 0 }
        if former.isEmpty { return }
        json.key("former")
        json.array(of: former) { cause, json in
          json.object { json in
            json.member("name", cause.name(seenFrom: comparison.id))
            write(cause, to: &json)
          }
        }
      }
    }
    json.key("removed")
    json.array(of: against.dropFirst(features.count)) { comparison, json in
      json.object { json in
        json.member("id", comparison.id)
        write(comparison, to: &json)
      }
    }
  }

  private func write(_ comparison: Audience.Comparison, to json: inout JSONWriter) {
    json.total("lost", comparison.lost)
    json.total("gained", comparison.gained)
    let moves = comparison.moves.occurring
    if moves.isEmpty { return }
    json.key("moves")
    json.array(of: moves) { move, json in
      json.object { json in
        json.member("old", move.old.name)
        json.member("new", move.new.name)
        json.member("weight", move.weight)
      }
    }
  }

  private func write(_ cause: Audience.Cause, to json: inout JSONWriter) {
    json.total("lost", cause.lost)
    json.total("gained", cause.gained)
  }

  // MARK: Groups

  private func write(
    _ groups: [Audience.Group], _ ranges: Audience.NumberRanges, to json: inout JSONWriter
  ) {
    json.key("keys")
    json.array(of: audience?.keys ?? []) { $1.string($0) }
    json.key("groups")
    json.array(of: groups) { group, json in
      json.object { json in
        json.key("values")
        json.array(of: group.key) { write($0.value, to: &$1) }
        json.total("weight", group.weight)
        if let range = ranges.affected { json.affected(Array(group.numbers[range])) }
        json.key("features")
        json.array(of: ranges.features.indices) { index, json in
          json.object { json in write(group, index, ranges, to: &json) }
        }
      }
    }
  }

  private func write(
    _ group: Audience.Group, _ feature: Int, _ ranges: Audience.NumberRanges,
    to json: inout JSONWriter
  ) {
    let first = ranges.features[feature].lowerBound
    json.total("available", group.numbers[first])
    json.total("undetermined", group.numbers[first + 1])
    json.total("unavailable", group.numbers[first + 2])
    if ranges.against.isEmpty { return }
    let compared = ranges.against[feature].lowerBound
    json.total("lost", group.numbers[compared])
    json.total("gained", group.numbers[compared + 1])
    // The first two numbers are the losses and the gains. The weight of each kind of status change follows.
    json.total(
      "changed",
      Audience.Moves.kindsWithoutAvailable.reduce(0) { $0 &+ group.numbers[compared + 2 + $1] })
  }

  private func write(_ value: GroupValue, to json: inout JSONWriter) {
    switch value {
    case .boolean(let value): json.string(value ? "true" : "false")
    case .integer(let number): json.string("\(number)")
    case .text(let text): json.string(text.text)
    case .null: json.null()
    }
  }
}

extension JSONWriter {
  fileprivate mutating func total(_ key: StaticString, _ number: Int64) {
    if number != 0 { member(key, number) }
  }

  fileprivate mutating func affected(_ numbers: [Int64]) {
    key("affected")
    object { json in
      json.total("lost", numbers[0])
      json.total("gained", numbers[1])
      json.total("changed", numbers[2])
    }
  }
}
