package import FlintCore

/// The impact of a product, permission, attribute or feature, called the *subject*: the features that depend on it.
package enum Impact {
  package enum Subject: Hashable, Sendable {
    case product(Int)
    case permission(SystemPermission)
    case attribute(Int)
    case feature(Int)

    /// The kind of subject, with the names of the options and of the result's keys.
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

  /// A feature that names the subject, or whose status depends on it.
  package struct Feature: Hashable, Sendable {
    package let feature: Int

    /// Whether the feature's own constraints name the subject, at any depth.
    package let asks: Bool
    package let without: Without
  }

  /// The availability of a feature without the subject: in the possible states in which the product is not purchased,
  /// the permission is offered but not determined, the attribute has its default, or the other feature is not
  /// available.
  package enum Without: String, CaseIterable, Sendable {
    /// Available only with the subject.
    case never

    /// Available without the subject in some states, but not in all in which it is available with it.
    case sometimes

    /// Available without the subject wherever it is available with it, or never available.
    case unchanged

    /// The comparison exceeds ``AnalysisLimits/steps``.
    case undecided
  }

  /// Returns the features that depend on the subject, in the manifest's order.
  package static func features(on subject: Subject, in manifest: Manifest) -> [Feature] {
    let touched = Dependents(in: manifest).touched(by: manifest.targets(naming: subject))
    var proof = ImpactProof(subject, manifest, touched)
    return touched.all.compactMap { target -> Feature? in
      guard case .feature(let feature) = target, .feature(feature) != subject,
        !Cancellation.isRequested
      else { return nil }
      let asks = manifest.features[feature].names(subject, in: manifest)
      let found = proof.without(feature)
      return asks || found.isAffected
        ? Feature(feature: feature, asks: asks, without: found.without) : nil
    }.sorted { $0.feature < $1.feature }
  }

  /// Returns the named states that mention the subject, in the manifest's order.
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
  /// Returns the targets whose own value may change without the subject; if the subject is a feature, only that
  /// feature.
  fileprivate func targets(naming subject: Impact.Subject) -> [References.Target] {
    if case .feature(let feature) = subject { return [.feature(feature)] }
    let all: [References.Target] =
      conditions.indices.map { .condition($0) } + features.indices.map { .feature($0) }
      + assumptions.indices.map { .assumption($0) }
    return all.filter { target in
      var isNamed = false
      forEachTest(of: target) { test, _ in isNamed = isNamed || subject.isAsked(by: test.fact) }
      // Credits are not tested facts, but constraints name them.
      if case .feature(let feature) = target {
        isNamed = isNamed || features[feature].names(subject, in: self)
      }
      return isNamed
    }
  }
}

extension Impact.Subject {
  /// Whether the value of the fact may change without the subject.
  fileprivate func isAsked(by fact: Fact) -> Bool {
    switch (self, fact) {
    case (.product(let product), .product(let asked)): product == asked
    case (.permission(let permission), .permission(let asked)):
      permission == asked || asked.impliedBy == permission || permission.impliedBy == asked
    case (.attribute(let attribute), .attribute(let asked)): attribute == asked
    case (.attribute(let attribute), .age(let asked, _)): attribute == asked
    case (.product, _), (.permission, _), (.attribute, _), (.feature, _): false
    }
  }
}

extension FeatureDeclaration {
  /// Whether the feature's own constraints name the subject, at any depth; a group names all of its products.
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
