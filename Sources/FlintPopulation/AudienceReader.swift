package import FlintManifest

/// Reads the results of `audience` back, to add them up.
package struct AudienceReader {
  /// A text is not what `audience --format json` writes.
  package struct Problem: Error, Equatable, Sendable {
    package var expected: String
    /// The bytes that are meant.
    package var range: Range<Int>
  }

  package init() {}

  package func read(_ document: JSONDocument) throws(Problem) -> Audience {
    try document.withRoot { root throws(Problem) in
      try expect(root.member("formatVersion")?.integer == .value(1), root, "format version 1")
      var ignored: [UndeclaredID: Int64] = [:]
      for (key, value) in try member("ignored", of: root, .object).members {
        ignored[UndeclaredID(key.string ?? "")] = try number(value)
      }
      var features: [Audience.Feature] = []
      for feature in try member("features", of: root, .array).elements {
        features.append(try self.feature(feature))
      }
      return Audience(
        states: try number("states", of: root), weight: try number("weight", of: root),
        rejected: try number("rejected", of: root), ignored: ignored, features: features)
    }
  }

  private func feature(_ value: JSONValue) throws(Problem) -> Audience.Feature {
    var constraints: [Audience.Constraint] = []
    for constraint in try member("constraints", of: value, .array).elements {
      constraints.append(
        Audience.Constraint(
          feature: try text("feature", of: constraint),
          constraint: try text("constraint", of: constraint),
          notSatisfied: try number("notSatisfied", of: constraint),
          notDetermined: try number("notDetermined", of: constraint),
          decisive: try number("decisive", of: constraint)))
    }
    return Audience.Feature(
      id: try text("id", of: value), available: try number("available", of: value),
      undetermined: try number("undetermined", of: value),
      unavailable: try number("unavailable", of: value), constraints: constraints)
  }

  private func expect(
    _ holds: Bool, _ value: JSONValue, _ expected: String
  ) throws(Problem) {
    if !holds { throw Problem(expected: expected, range: value.range) }
  }

  private func member(
    _ key: StaticString, of value: JSONValue, _ kind: JSONKind
  ) throws(Problem) -> JSONValue {
    guard let member = value.member(key), member.kind == kind else {
      throw Problem(expected: "'\(key)'", range: value.start..<value.start + 1)
    }
    return member
  }

  private func number(_ key: StaticString, of value: JSONValue) throws(Problem) -> Int64 {
    try number(member(key, of: value, .number))
  }

  private func number(_ value: JSONValue) throws(Problem) -> Int64 {
    guard case .value(let number) = value.integer, number >= 0 else {
      throw Problem(expected: "an integer, 0 or more", range: value.range)
    }
    return number
  }

  private func text(_ key: StaticString, of value: JSONValue) throws(Problem) -> String {
    try member(key, of: value, .string).string ?? ""
  }
}

extension Audience {
  /// Adds the totals of another part of the population.
  package mutating func add(_ other: Audience) throws(MergeFailure) {
    guard hasSameShape(as: other) else { throw .otherManifest }
    var isTooLarge = false
    func add(_ sum: inout Int64, _ part: Int64) {
      let (result, overflow) = sum.addingReportingOverflow(part)
      sum = result
      isTooLarge = isTooLarge || overflow
    }
    add(&states, other.states)
    add(&weight, other.weight)
    add(&rejected, other.rejected)
    for (id, lines) in other.ignored { add(&ignored[id, default: 0], lines) }
    for feature in features.indices {
      let part = other.features[feature]
      add(&features[feature].available, part.available)
      add(&features[feature].undetermined, part.undetermined)
      add(&features[feature].unavailable, part.unavailable)
      for constraint in part.constraints.indices {
        let counts = part.constraints[constraint]
        add(&features[feature].constraints[constraint].notSatisfied, counts.notSatisfied)
        add(&features[feature].constraints[constraint].notDetermined, counts.notDetermined)
        add(&features[feature].constraints[constraint].decisive, counts.decisive)
      }
    }
    if isTooLarge { throw .tooLarge }
  }

  private func hasSameShape(as other: Audience) -> Bool {
    features.elementsEqual(other.features) { one, another in
      one.id == another.id
        && one.constraints.elementsEqual(another.constraints) {
          $0.feature == $1.feature && $0.constraint == $1.constraint
        }
    }
  }

  package enum MergeFailure: Error {
    /// The parts have not the same features and constraints.
    case otherManifest
    /// A sum is more than 2^63-1.
    case tooLarge
  }
}
