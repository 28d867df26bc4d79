package import FlintModel
import FlintLogic

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

    /// In its own constraints, at any depth.
    package let namesSubject: Bool
    package let effect: Effect
  }

  /// The effect on a feature's availability if the subject is taken away: if the product is not purchased, the
  /// permission is not determined (or the platform does not have it), a Boolean attribute is false, another one has its
  /// default, or the other feature is not available. Only possible states are considered.
  package enum Effect: String, CaseIterable, Sendable {
    /// The feature is available in some state, but in none without the subject.
    case never

    /// The feature is available without the subject in some states, and loses its availability in others.
    case sometimes

    case unchanged

    /// The feature is available in some states without the subject, and in no other.
    case only

    /// Beyond ``AnalysisLimits/steps``.
    case undecided
  }

  /// In the manifest's order, without the subject itself.
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

  /// Names of the states that contain a value of the subject.
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
      + assumptions.indices.map { .assumption($0) }
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
  /// Whether the permission is not determined without the subject. Always-on location cannot be had without the one
  /// while the app is in use.
  func determines(_ permission: SystemPermission) -> Bool {
    self == .permission(permission)
      || self == .permission(.locationWhenInUse) && permission == .locationAlways
  }

  /// Whether the value of a fact can be different if the subject, such as a purchase, is taken away. This is so for the
  /// subject's own value and for the age of a date attribute.
  fileprivate func affects(_ fact: Fact) -> Bool {
    switch (self, fact) {
    case (.product(let product), .product(let asked)): product == asked
    case (.permission, .permission(let asked)): determines(asked)
    case (.attribute(let attribute), .attribute(let asked)): attribute == asked
    case (.attribute(let attribute), .age(let asked, _)): attribute == asked
    case (.product, _), (.permission, _), (.attribute, _), (.feature, _): false
    }
  }
}

extension FeatureDeclaration {
  fileprivate func names(_ subject: Impact.Subject, in manifest: Manifest) -> Bool {
    var isNamed = false
    forEachRequirement { constraint in
      switch (subject, constraint) {
      case (.product(let product), .requirement(.purchase(let expression))):
        expression.forEachProduct(in: manifest) { asked, _ in
          isNamed = isNamed || asked == product
        }
      case (.permission(let permission), .requirement(.permission(let requirement))):
        isNamed = isNamed || requirement.permission == permission
      case (.attribute(let attribute), .requirement(.attribute(let requirement))):
        isNamed = isNamed || requirement.attribute == attribute
      case (.feature(let feature), .feature(let asked)): isNamed = isNamed || asked == feature
      case (.product, _), (.permission, _), (.attribute, _), (.feature, _): break
      }
    }
    return isNamed
  }
}
