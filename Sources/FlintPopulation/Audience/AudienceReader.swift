package import FlintCore
package import FlintManifest
package import FlintText

/// A reader of saved results of the command `audience --format json`. Such results are merged or shown in a report.
///
/// The reader checks the keys and the types of their values, and that the numbers of users in each feature's three
/// statuses add up to the number of all users. If it has a manifest, it also checks that the result has the features
/// and constraints of that manifest.
package struct AudienceReader {
  package struct Problem: Equatable, Sendable {
    package var fact: Fact
    package var range: Range<Int>
  }

  package enum Fact: Equatable, Sendable {
    case notAnAudience
    case input(InputProblem.Fact)
    /// The numbers of users in the feature's three statuses do not add up to the number of users of the population
    /// (`weight`).
    case wrongSum(feature: String, weight: Int64)
    /// The saved result of `audience` contradicts itself, because it has too large a number of users for the
    /// constraint: the constraint is unknown or not satisfied for more than all users, is the only blocker for more
    /// users than lack the feature, or makes more users lose (or gain) the feature than lose (or gain) it at all.
    case constraintWeightTooLarge(feature: String, constraint: String)
    /// The saved result of `audience` has a feature that the manifest does not declare. `nearest` is the most similar
    /// id of a declared feature.
    case undeclaredFeature(String, nearest: String?)
    /// This feature is missing in the saved result of `audience`: at its position in the manifest's list of features,
    /// the result has another feature of the manifest, or its list has already ended.
    case missingFeature(String)
    /// The saved result of `audience` lists this feature again after it has listed all features of the manifest.
    case repeatedFeature(String)
    /// The constraints that the saved result of `audience` lists for this feature are not those that the manifest
    /// declares for the feature, its ancestors and the app.
    case otherConstraints(feature: String)
    case otherAssumptions
    /// The saved result of `audience` contradicts itself: the number of users in whose state this assumption is false
    /// is greater than the number of all users.
    case tooManyImpossible(assumption: String)
    /// The saved result of `audience` contradicts itself: more users gain the feature than have it with the new
    /// manifest, or more users lose it than lack it with the new manifest.
    case changeTooLarge(feature: String)
    /// In the saved result of `audience`, the feature's list of status changes is wrong. Its changes must be in the
    /// order of ``Audience/Moves/kinds``, each for at least one user. The sum of the changes from available must be the
    /// number of users who lose the feature, and the sum of the changes to available must be the number of users who
    /// gain it.
    case wrongMoves(feature: String)
    /// In the saved result of `audience`, the numbers under the key 'affected' (numbers of users for whom any feature
    /// changes) cannot be correct. For example, fewer users lose at least one feature than lose one particular feature.
    case wrongAffected
    /// The saved result of `audience` has only one of the keys 'affected' and 'against'. A result that compares two
    /// manifests has both.
    case halfComparison
    /// In the saved result of `audience`, the list under the key 'against' must begin with one comparison for each
    /// feature of the result, in the same order, but does not. Only features of the old manifest may follow these.
    case otherComparison
    /// In the saved result of `audience`, a group of users has other features or constraints than the whole population,
    /// or is formed by other properties (such as the platform) than another group.
    case otherGroup
    /// In the saved result of `audience`, the groups of users are not in ascending order of their values (such as the
    /// platform), or a group occurs twice.
    case disorderedGroups
    /// In the saved result of `audience`, the totals of the groups of users (such as those on each platform) do not add
    /// up to those of the whole population.
    case wrongGroups
  }

  /// The problems of a saved result of `audience` that could not be read, in the order in which they were found. There
  /// is at least one.
  package struct Problems: Error {
    package let found: [Problem]
  }

  private let manifest: Manifest?
  private(set) var problems: [Problem] = []

  /// Creates a reader of saved results of the command `audience`.
  ///
  /// - Parameter manifest: The manifest whose features and constraints each saved result must have; nil to accept
  ///   results for any manifest.
  package init(of manifest: Manifest? = nil) { self.manifest = manifest }

  package static func read(
    _ document: JSONDocument, of manifest: Manifest? = nil
  ) throws(Problems) -> Audience {
    var reader = AudienceReader(of: manifest)
    let audience = document.withRoot { reader.audience($0) }
    for duplicate in document.duplicateKeys {
      document.withValue(at: duplicate.second) { key in
        reader.add(.input(.duplicateKey(key.string ?? "")), key.range)
      }
    }
    guard reader.problems.isEmpty else { throw Problems(found: reader.problems) }
    return audience
  }

  // MARK: The result

  private mutating func audience(_ root: JSONValue) -> Audience {
    var audience = Audience(states: 0, weight: 0, rejected: 0, ignored: [:], features: [])
    guard root.member("formatVersion") != nil, root.member("weight") != nil,
      root.member("features") != nil
    else {
      add(.notAnAudience, root.start..<root.start + 1)
      return audience
    }
    let keys: [StaticString] = [
      "formatVersion", "states", "weight", "rejected", "ignored", "features",
    ]
    let owner = "the result"
    let members = self.members(
      of: root, owner, keys, optional: ["affected", "against", "by", "impossible"])
    if let version = members[0], version.integer != .value(1) {
      add(
        .input(.unsupportedVersion(found: version.source, subject: "formatVersion")),
        version.range)
    }
    audience.states = number(members[1], "'states'")
    audience.weight = number(members[2], "'weight'")
    audience.rejected = number(members[3], "'rejected'")
    if let ignored = expect(.object, members[4], "'ignored'", .object) {
      for (key, lines) in ignored.members {
        audience.ignored[UndeclaredID(key.string ?? "")] = number(lines, "'ignored'")
      }
    }
    audience.impossible = impossible(members[9], weight: audience.weight, of: root)
    if let features = expect(.array, members[5], "'features'", .array) {
      var ranges: [Range<Int>] = []
      audience.features = self.features(features, weight: audience.weight, ranges: &ranges)
      // A result with other problems is not compared with the manifest, because the comparison could report each of
      // them again.
      if problems.isEmpty { compare(audience.features, ranges, features.range) }
    }
    readComparison(members[6], members[7], to: &audience)
    if let groups = expect(.array, members[8], "'by'", .array) {
      audience.groups = self.groups(groups, of: audience)
    }
    return audience
  }

  private mutating func impossible(
    _ value: JSONValue?, weight: Int64, of root: JSONValue
  ) -> [Audience.BrokenAssumption]? {
    var found: [Audience.BrokenAssumption]?
    if let value = expect(.object, value, "'impossible'", .object) {
      found = value.members.map { key, number in
        let broken = Audience.BrokenAssumption(
          id: key.string ?? "", weight: self.number(number, "'impossible'"))
        if broken.weight > weight { add(.tooManyImpossible(assumption: broken.id), key.range) }
        return broken
      }
    }
    if let manifest, problems.isEmpty, (found ?? []).map(\.id) != manifest.assumptions.map(\.id) {
      add(.otherAssumptions, value?.range ?? root.start..<root.start + 1)
    }
    return found
  }

  /// Reads a list of features.
  ///
  /// - Parameter ranges: An array to which the function appends, for each feature, the range of bytes to mark in an
  ///   error message about the feature.
  mutating func features(
    _ list: JSONValue, weight: Int64, ranges: inout [Range<Int>]
  ) -> [Audience.Feature] {
    var features: [Audience.Feature] = []
    for value in list.elements {
      guard let value = expect(.object, value, "a feature", .object) else { continue }
      features.append(feature(value, weight: weight))
      ranges.append(value.start..<value.start + 1)
    }
    return features
  }

  private mutating func feature(_ value: JSONValue, weight: Int64) -> Audience.Feature {
    let members = self.members(
      of: value, "a feature", ["id", "available", "undetermined", "unavailable", "constraints"])
    let before = problems.count
    var feature = Audience.Feature(
      id: expect(.string, members[0], "'id'", .string)?.string ?? "",
      available: number(members[1], "'available'"),
      undetermined: number(members[2], "'undetermined'"),
      unavailable: number(members[3], "'unavailable'"), constraints: [])
    let (open, isTooLarge) = feature.undetermined.addingReportingOverflow(feature.unavailable)
    // The numbers are not negative. Therefore the sum of two of them can overflow, but their difference cannot.
    if before == problems.count, isTooLarge || weight - feature.available != open {
      add(.wrongSum(feature: feature.id, weight: weight), (members[0] ?? value).range)
    }
    if let constraints = expect(.array, members[4], "'constraints'", .array) {
      for value in constraints.elements {
        guard let value = expect(.object, value, "a constraint", .object) else { continue }
        feature.constraints.append(constraint(value, of: feature.id, weight: weight, open: open))
      }
    }
    return feature
  }

  private mutating func constraint(
    _ value: JSONValue, of feature: String, weight: Int64, open: Int64
  ) -> Audience.Constraint {
    let members = self.members(
      of: value, "a constraint",
      ["feature", "constraint", "notSatisfied", "notDetermined", "decisive"])
    let before = problems.count
    let constraint = Audience.Constraint(
      feature: members[0]?.kind == .null
        ? nil : expect(.string, members[0], "'feature'", .orNull(.text))?.string ?? "",
      constraint: expect(.string, members[1], "'constraint'", .string)?.string ?? "",
      notSatisfied: number(members[2], "'notSatisfied'"),
      notDetermined: number(members[3], "'notDetermined'"),
      decisive: number(members[4], "'decisive'"))
    if before == problems.count,
      weight - constraint.notSatisfied < constraint.notDetermined || constraint.decisive > open
    {
      add(
        .constraintWeightTooLarge(feature: feature, constraint: constraint.name(seenFrom: feature)),
        (members[1] ?? value).range)
    }
    return constraint
  }

  // MARK: The manifest

  /// Checks that a saved result of `audience` has the features and constraints that the manifest declares, in the same
  /// order. Reports the first difference.
  ///
  /// - Parameters:
  ///   - features: The features that the saved result lists.
  ///   - ranges: For each of these features, the range of bytes in the JSON text to mark in an error message about it.
  ///   - list: The range of bytes of the whole list of features. Its end is marked if a feature is missing there.
  private mutating func compare(
    _ features: [Audience.Feature], _ ranges: [Range<Int>], _ list: Range<Int>
  ) {
    guard let manifest else { return }
    let declared = manifest.features.map(\.id)
    for (index, feature) in features.enumerated() {
      guard index < declared.count, feature.id == declared[index] else {
        if declared.contains(feature.id) {
          let isRepeated = index >= declared.count
          add(
            isRepeated ? .repeatedFeature(feature.id) : .missingFeature(declared[index]),
            ranges[index])
        } else {
          let nearest = nearestName(to: feature.id, among: declared)
          add(.undeclaredFeature(feature.id, nearest: nearest), ranges[index])
        }
        return
      }
      let lineage = [index] + manifest.ancestors(of: index)
      var names: [(feature: String?, name: String)] = []
      for declaring in lineage {
        names += manifest.constraintNames(of: declaring).map { (declared[declaring], $0) }
      }
      names += manifest.appConstraintNames.map { (nil, $0) }
      let isSame = feature.constraints.elementsEqual(names) { found, declared in
        found.feature == declared.feature && found.constraint.isSame(as: declared.name)
      }
      guard isSame else { return add(.otherConstraints(feature: feature.id), ranges[index]) }
    }
    if features.count < declared.count {
      add(.missingFeature(declared[features.count]), list.upperBound - 1..<list.upperBound)
    }
  }

  // MARK: Values

  mutating func add(_ fact: Fact, _ range: Range<Int>) {
    problems.append(Problem(fact: fact, range: range))
  }

  /// Returns the values for the given keys of an object, first for the required, then for the optional ones. The value
  /// is nil if a key is missing. Reports unknown keys, and required keys that are missing.
  mutating func members(
    of object: JSONValue, _ owner: String, _ required: [StaticString],
    optional: [StaticString] = []
  ) -> [JSONValue?] {
    let keys = required + optional
    var found: [JSONValue?] = Array(repeating: nil, count: keys.count)
    for (key, value) in object.members {
      if let index = keys.firstIndex(where: { key.equals($0) }) {
        found[index] = value
      } else {
        let name = key.string ?? ""
        let nearest = nearestName(to: name, among: keys.map(\.description))
        add(.input(.unknownKey(name, in: owner, nearest: nearest)), key.range)
      }
    }
    for (key, value) in zip(required, found) where value == nil {
      add(
        .input(.missingKey(key.description, in: owner)), object.start..<object.start + 1)
    }
    return found
  }

  mutating func expect(
    _ kind: JSONKind, _ value: JSONValue?, _ subject: String, _ expected: InputProblem.Expected
  ) -> JSONValue? {
    guard let value else { return nil }
    if value.kind == kind { return value }
    let fact = InputProblem.Fact.wrongType(
      subject: subject, found: value.kind, expected: expected)
    add(.input(fact), value.range)
    return nil
  }

  /// Returns a value that is a whole number from 0 to 2^63-1. Reports any other value as a problem, and returns 0 for
  /// it.
  ///
  /// - Parameter subject: The name of the value in messages, such as `'weight'`.
  mutating func number(_ value: JSONValue?, _ subject: String) -> Int64 {
    guard let value = expect(.number, value, subject, .integer) else { return 0 }
    let fault: InputProblem.IntegerFault
    switch value.integer {
    case .value(let number) where number >= 0: return number
    case .value: fault = .below(0)
    case .overflow: fault = value.source.hasPrefix("-") ? .below(0) : .above(.max)
    case .notAnInteger: fault = .fractionOrExponent
    }
    add(.input(.invalidInteger(text: value.source, subject: subject, fault)), value.range)
    return 0
  }
}
