/// The features that depend on a *subject*: a product, permission, attribute or feature.
package enum Impact {
  package enum Subject: Hashable, Sendable {
    case product(Int)
    case permission(SystemPermission)
    case attribute(Int)
    case feature(Int)

    /// Raw values name options and keys of results.
    package enum Kind: String, CaseIterable, Sendable {
      case product, permission, attribute, feature
    }

    package var kind: Kind {
      switch self {
      case .product: .product
      case .permission: .permission
      case .attribute: .attribute
      case .feature: .feature
      }
    }
  }

  package struct Feature: Hashable, Sendable {
    package let feature: Int

    /// Whether the feature's own constraints name the subject, at any depth.
    package let namesSubject: Bool
    package let effect: Effect
  }

  /// The change of a feature's availability without the subject. Without it, a product is not
  /// purchased, a permission not determined (or not offered), a Boolean attribute false, another
  /// attribute its default, a feature not available. Only possible states count.
  package enum Effect: String, CaseIterable, Sendable {
    /// Available in some state, but in none without the subject.
    case never

    /// Without the subject, still available in some states, but lost in others.
    case sometimes

    case unchanged

    /// Available only without the subject.
    case only

    /// Beyond ``AnalysisLimits/steps``.
    case undecided
  }

  /// The features that depend on the subject, without the subject itself. In the manifest's order.
  package static func features(on subject: Subject, in manifest: Manifest) -> [Feature] {
    let touched = Dependents(in: manifest).touched(by: manifest.targets(naming: subject))
    var proof = ImpactProof(subject, manifest, touched)
    return touched.all.compactMap { target -> Feature? in
      guard case .feature(let feature) = target, .feature(feature) != subject,
        !Cancellation.isRequested
      else { return nil }
      let namesSubject = manifest.features[feature].names(subject, in: manifest)
      let found = proof.effect(onFeature: feature)
      return namesSubject || found.isAffected
        ? Feature(feature: feature, namesSubject: namesSubject, effect: found.effect) : nil
    }.sorted { $0.feature < $1.feature }
  }

  /// Names of the manifest's states that contain a value of the subject.
  package static func states(mentioning subject: Subject, in manifest: Manifest) -> [String] {
    manifest.states.filter { named in
      let state = named.state
      return switch subject {
      case .product(let product): state.purchases[product] != nil
      case .permission(let permission): state.permissions[permission] != nil
      case .attribute(let attribute): state.attributes[attribute] != nil
      case .feature(let feature):
        state.unlocked.contains(feature) || state.toggles[feature] != nil
          || state.runtime[feature] != nil
      }
    }.map(\.name)
  }
}

extension Manifest {
  fileprivate func targets(naming subject: Impact.Subject) -> [References.Target] {
    if case .feature(let feature) = subject { return [.feature(feature)] }
    let all: [References.Target] =
      conditions.indices.map { .condition($0) } + features.indices.map { .feature($0) }
      + allAssumptions
    return all.filter { target in
      var isNamed = false
      forEachTest(of: target) { test, _ in isNamed = isNamed || subject.affects(test.fact) }
      // Credits are not facts that formulas test, but constraints name them.
      if case .feature(let feature) = target {
        isNamed = isNamed || features[feature].names(subject, in: self)
      }
      return isNamed
    }
  }
}

extension Impact.Subject {
  /// Whether taking the subject away makes the permission not determined. Always-on location
  /// requires location while in use.
  func determines(_ permission: SystemPermission) -> Bool {
    self == .permission(permission)
      || self == .permission(.locationWhenInUse) && permission == .locationAlways
  }

  /// Whether taking the subject away can change the fact. An age changes with its attribute.
  fileprivate func affects(_ fact: Fact) -> Bool {
    switch (self, fact) {
    case (.product(let product), .product(let asked)): product == asked
    case (.permission, .permission(let asked)): determines(asked)
    case (.attribute(let attribute), .attribute(let asked)): attribute == asked
    case (.attribute(let attribute), .age(let asked, _, _)): attribute == asked
    case (.product, _), (.permission, _), (.attribute, _), (.feature, _): false
    }
  }
}

extension FeatureDeclaration {
  fileprivate func names(_ subject: Impact.Subject, in manifest: Manifest) -> Bool {
    var isNamed = false
    forEachRequirement { constraint in
      switch (subject, constraint) {
      case (.product(let product), .purchase(let expression)):
        expression.forEachProduct(in: manifest) { asked, _ in
          isNamed = isNamed || asked == product
        }
      case (.permission(let permission), .permission(let requirement)):
        isNamed = isNamed || requirement.permission == permission
      case (.attribute(let attribute), .attribute(let requirement)):
        isNamed = isNamed || requirement.attribute == attribute
      case (.feature(let feature), .feature(let asked)): isNamed = isNamed || asked == feature
      case (.product, _), (.permission, _), (.attribute, _), (.feature, _): break
      }
    }
    return isNamed
  }
}

/// Compares a feature's status with and without a subject. The state without it differs only in the
/// subject's value and its consequences, so that both statuses are functions of the original state.
private struct ImpactProof: ~Copyable {
  private let subject: Impact.Subject
  private let manifest: Manifest

  /// Assumptions that depend on the subject. Without the subject, they can be false. Empty for a
  /// feature, which changes no fact.
  private let assumptions: [Int]
  private var without: ManifestVariant

  init(_ subject: Impact.Subject, _ manifest: Manifest, _ touched: Dependents.AffectedTargets) {
    self.subject = subject
    self.manifest = manifest
    assumptions = if case .feature = subject { [] } else { touched.assumptions }
    without = ManifestVariant(
      of: manifest, without: subject,
      StateSpace(manifest, condition: Self.breakpoints(of: subject, in: manifest)))
    without.begin(manifest, touching: touched.all + assumptions.map { .assumption($0) })
  }

  /// Breakpoints in addition to the manifest's. None unless the subject is an attribute. Without
  /// it, the attribute has its default, so that its age depends on the state's date only. The dates
  /// are those on which that age reaches a limit that a constraint tests.
  private static func breakpoints(
    of subject: Impact.Subject, in manifest: Manifest
  ) -> Breakpoints {
    var breakpoints = Breakpoints()
    guard case .attribute(let attribute) = subject else { return breakpoints }
    breakpoints.add(isAbsent(attribute, in: manifest), isImplied: false)
    guard case .date(let declared) = manifest.attributes[attribute].declaredValue else {
      return breakpoints
    }
    var all = Breakpoints()
    all.add(manifest)
    for age in all[.attribute(attribute)].ages {
      if let date = DateTime(seconds: declared.seconds + age) {
        breakpoints.add(.device(.date, .dates(.atLeast(date))), isImplied: false)
      }
    }
    return breakpoints
  }

  typealias Answer = (isAffected: Bool, effect: Impact.Effect)

  /// Considers only states that are possible with and without the subject.
  mutating func effect(onFeature feature: Int) -> Answer {
    let (assumptions, subject, manifest) = (assumptions, subject, manifest)
    let answer = try? without.decide(about: [[feature]]) { variant -> Answer in
      let status = variant.space.status(of: feature, side: 0)
      let changed = variant.function(of: .feature(feature))
      let possible = variant.assumptions(assumptions) + [variant.space.canLack(subject)]
      let absent = variant.space.absence(of: subject, in: manifest)
      let careSet = variant.space.careSet(for: [status, changed, absent] + possible)
      let both = variant.store.and(careSet, variant.store.join(.and, possible[...]))
      let with = variant.store.and(status, both)
      let without = variant.store.and(changed, both)
      let isAffected = with != without
      let possibleStatus = variant.store.and(status, careSet)
      guard variant.store.canBe(.yes, without) else {
        return (isAffected, variant.store.canBe(.yes, possibleStatus) ? .never : .unchanged)
      }
      let present = variant.store.and(possibleStatus, variant.store.not(absent))
      guard variant.store.canBe(.yes, present) else { return (isAffected, .only) }
      let had = variant.store.isYes(with)
      let missing = variant.store.not(variant.store.isYes(without))
      let isLost = variant.store.canBe(.yes, variant.store.and(had, missing))
      return (isAffected, isLost ? .sometimes : .unchanged)
    }
    return answer ?? (true, .undecided)
  }

  fileprivate static func isAbsent(_ attribute: Int, in manifest: Manifest) -> FactTest {
    let declaration = manifest.attributes[attribute]
    let absent = declaration.valueWithout
    return FactTest(
      .attribute(attribute), .equal(absent), otherwise: Ternary(declaration.declaredValue == absent)
    )
  }
}

extension StateSpace {
  /// True where taking the subject away leaves values that can occur together. Where location while
  /// in use is refused, always-on location is never `notDetermined`.
  fileprivate mutating func canLack(_ subject: Impact.Subject) -> Diagram {
    guard subject == .permission(.locationAlways) else { return .yes }
    let isRefused = TruthTable<SystemPermissionStatus> {
      Ternary($0 == .denied || $0 == .restricted)
    }
    let refused = value(of: .status(.locationWhenInUse, isRefused), on: 0)
    let offered = value(of: .offered(.locationAlways), on: 0)
    return store.not(store.and(offered, refused))
  }

  /// True where the subject is absent, such as a product not bought.
  fileprivate mutating func absence(of subject: Impact.Subject, in manifest: Manifest) -> Diagram {
    switch subject {
    case .product(let product):
      if manifest.products[product].type == .consumable { return .no }
      return value(of: .holding(product, .only(.notPurchased)), on: 0)
    case .permission(let permission):
      let offered = value(of: .offered(permission), on: 0)
      let undecided = value(of: .status(permission, .only(.notDetermined)), on: 0)
      return store.or(store.not(offered), undecided)
    case .attribute(let attribute):
      return value(of: ImpactProof.isAbsent(attribute, in: manifest), isImplied: false, on: 0)
    case .feature(let feature):
      return store.apply(status(of: feature, side: 0), no: .yes, unknown: .no, yes: .no)
    }
  }
}
