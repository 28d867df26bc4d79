extension Formula {
  /// Calls `body` with each test in order, those of shared meanings too; `isImplied` as in ``Formula/implied(_:)``.
  package func forEachTest(
    in manifest: Manifest, _ body: (_ test: FactTest, _ isImplied: Bool) -> Void
  ) {
    switch self {
    case .constant: break
    case .test(let test): body(test, false)
    case .implied(let test): body(test, true)
    case .reference(let reference):
      manifest.meaning(of: reference).forEachTest(in: manifest, body)
    case .not(let formula): formula.forEachTest(in: manifest, body)
    case .all(let formulas), .any(let formulas):
      for formula in formulas { formula.forEachTest(in: manifest, body) }
    }
  }
}

extension Manifest {
  /// Calls `body` with each test that decides about a feature's own constraints, in the order in which they are listed,
  /// a guard's before those of its block.
  package func forEachTest(
    of feature: Int, _ body: (_ test: FactTest, _ isImplied: Bool) -> Void
  ) {
    for constraint in features[feature].constraints {
      meaning(of: constraint, in: feature).forEachTest(in: self, body)
    }
    for block in features[feature].conditional {
      meaning(of: block.guardian).forEachTest(in: self, body)
      for constraint in block.constraints {
        meaning(of: constraint, in: feature).forEachTest(in: self, body)
      }
    }
  }
}

/// Every version at which some test may change its answer.
package struct VersionBoundaries: Sendable {
  /// For each platform, in the order of its cases.
  package private(set) var systems = [[Version]](repeating: [], count: Platform.allCases.count)
  package private(set) var app: [Version] = []

  /// The permissions that are asked for by name.
  package private(set) var permissions: Set<SystemPermission> = []

  package init() {}

  /// Adds those of every feature.
  package mutating func add(_ manifest: Manifest) {
    for feature in manifest.features.indices { add(feature, of: manifest) }
  }

  package mutating func add(_ feature: Int, of manifest: Manifest) {
    manifest.forEachTest(of: feature) { test, isImplied in add(test, isImplied: isImplied) }
  }

  package mutating func add(_ formula: Formula, in manifest: Manifest) {
    formula.forEachTest(in: manifest) { test, isImplied in add(test, isImplied: isImplied) }
  }

  package mutating func add(_ test: FactTest, isImplied: Bool) {
    switch test {
    case .system(let platform, let range):
      if let range { systems[Int(platform.rawValue)] += range.limits }
    case .appVersion(let range, _): app += range.limits
    case .permission(let permission, _): if !isImplied { permissions.insert(permission) }
    case .permissionDefault, .product, .purchaseDefault, .unlocked, .toggle, .runtime, .attribute,
      .attributeValue, .isGiven:
      break
    }
  }
}

extension VersionRange {
  /// The limits that are there.
  package var limits: [Version] { [atLeast, below].compactMap(\.self) }
}
