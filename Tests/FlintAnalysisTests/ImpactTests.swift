import FlintLogic
import FlintManifest
import FlintText
import RandomModels
import TestSupport
import Testing

@testable import FlintAnalysis
@testable import FlintModel

@Suite("Impact of a subject")
struct ImpactTests {
  @Test(
    "The impact is the one that evaluating every state finds",
    arguments: TestDepth.seeds(2, thorough: 80))
  func agreesWithEveryState(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let manifest = random.manifest(random.oneIn(3) ? .tinyAndPlain : .tiny)
    let cutting = manifest.naming(
      manifest.attributes.indices.map { manifest.naming(defaultOf: $0) })
    let states = EveryState([cutting], naming: cutting)
    guard states.count < 20_000 else { return }
    var permissions: Set<SystemPermission> = []
    for feature in manifest.features {
      feature.forEachRequirement {
        if case .permission(let requirement) = $0 {
          permissions.insert(requirement.permission)
        }
      }
    }
    var subjects: [Impact.Subject] = SystemPermission.allCases.filter { permissions.contains($0) }
      .map { .permission($0) }
    // A consumable has no status that could be taken away.
    subjects += manifest.products.indices.filter { manifest.products[$0].type != .consumable }
      .map { .product($0) }
    subjects += manifest.features.indices.map { .feature($0) }
    subjects += manifest.attributes.indices.filter {
      // The enumeration contains a date for each interval, but not for each age, so dates are excluded.
      manifest.attributes[$0].domain != .date
    }.map { .attribute($0) }
    for subject in subjects {
      let expected = Self.trying(states, of: manifest, without: subject)
      let found = Impact.features(on: subject, in: manifest)
      for feature in manifest.features.indices where .feature(feature) != subject {
        let told = found.first { $0.feature == feature }
        #expect(
          told == nil || told?.effect == expected[feature].effect,
          "seed \(seed), \(subject), feature \(feature)")
        if told?.namesSubject != true {
          #expect(
            (told != nil) == expected[feature].isAffected,
            "seed \(seed), \(subject), feature \(feature)")
        }
      }
    }
  }

  /// Returns, for each feature, whether it depends on the subject and what remains without it.
  private static func trying(
    _ states: EveryState, of manifest: Manifest, without subject: Impact.Subject
  ) -> [(isAffected: Bool, effect: Impact.Effect)] {
    struct Seen {
      var had = false
      var has = false
      var lost = false
      var isElsewhere = false
      var differs = false
    }
    var seen = [Seen](repeating: Seen(), count: manifest.features.count)
    let other = manifest.without(subject)
    states.visitAll { state in
      let before = Evaluator(manifest, in: state).statuses()
      let changed = state.without(subject, in: manifest)
      let now = Evaluator(other, in: changed).statuses()
      let value = ResolvedState(changed, in: manifest).value(of: subject)
      // Where location is refused, no state has always-on location undetermined.
      let lacksSubject = ![FactValue.permission(.denied), .permission(.restricted)].contains(value)
      let isWithout =
        if case .feature(let missing) = subject {
          before[missing] == .unavailable
        } else {
          lacksSubject && ResolvedState(state, in: manifest).value(of: subject) == value
        }
      for feature in seen.indices {
        let isAvailable = before[feature] == .available
        seen[feature].had = seen[feature].had || isAvailable
        seen[feature].isElsewhere = seen[feature].isElsewhere || isAvailable && !isWithout
        // The state without the subject must be possible too.
        guard lacksSubject, states.isPossible(changed) else { continue }
        seen[feature].has = seen[feature].has || now[feature] == .available
        seen[feature].lost =
          seen[feature].lost || before[feature] == .available && now[feature] != .available
        seen[feature].differs = seen[feature].differs || before[feature] != now[feature]
      }
    }
    return seen.map { seen in
      let effect: Impact.Effect =
        if !seen.has {
          seen.had ? .never : .unchanged
        } else if !seen.isElsewhere {
          .only
        } else {
          seen.lost ? .sometimes : .unchanged
        }
      return (seen.differs, effect)
    }
  }
}

extension DeviceState {
  fileprivate func without(_ subject: Impact.Subject, in manifest: Manifest) -> DeviceState {
    var state = self
    switch subject {
    case .product(let product): state.purchases[product] = nil
    case .attribute(let attribute):
      let isBoolean = manifest.attributes[attribute].domain == .boolean
      state.attributes[attribute] = isBoolean ? .boolean(false) : nil
    case .feature: break
    case .permission(let permission):
      let resolved = ResolvedState(state, in: Manifest())
      for other in [SystemPermission.locationWhenInUse, .locationAlways] {
        let status = resolved.status(of: other)
        state.permissions[other] = status == .unsupported || status == .notDetermined ? nil : status
      }
      if permission == .locationWhenInUse { state.permissions[.locationAlways] = nil }
      state.permissions[permission] = nil
    }
    return state
  }
}

extension Manifest {
  /// Returns the manifest without the subject. If the subject is a feature, that feature is never available in it.
  fileprivate func without(_ subject: Impact.Subject) -> Manifest {
    guard case .feature(let missing) = subject else { return self }
    var features = features
    let declaration = features[missing]
    features[missing] = FeatureDeclaration(
      id: declaration.id, parent: declaration.parent,
      constraints: Platform.allCases.map { .platform($0, .unsupported) })
    return Manifest(
      app: app, groups: groups, products: products, attributes: attributes, conditions: conditions,
      assumptions: assumptions, buckets: buckets, features: features)
  }
}

extension ResolvedState {
  fileprivate func value(of subject: Impact.Subject) -> FactValue {
    switch subject {
    case .product(let product): value(of: Fact.product(product))
    case .permission(let permission): value(of: Fact.permission(permission))
    case .attribute(let attribute): value(of: Fact.attribute(attribute))
    case .feature: .notGiven
    }
  }
}

extension Manifest {
  /// A requirement that cuts the default of an attribute out of its neighbours.
  fileprivate func naming(defaultOf attribute: Int) -> Constraint? {
    let accepted: AttributeRequirement.Accepted? =
      switch attributes[attribute].declaredValue {
      case .integer, .text: .values([attributes[attribute].declaredValue])
      case .version(.version(let version)):
        VersionRange(atLeast: version, below: version.next).map { .range(.versions($0)) }
      case .unknown, .boolean, .choice, .version(.latest), .date: nil
      }
    return accepted.map { .attribute(.init(attribute: attribute, accepted: $0)) }
  }

  fileprivate func naming(_ constraints: [Constraint?]) -> Manifest {
    let constraints = constraints.compactMap(\.self)
    let cuts =
      constraints.isEmpty ? [] : [ConditionDeclaration(id: "cuts", is: Condition(constraints))]
    return Manifest(
      app: app, groups: groups, products: products, attributes: attributes,
      conditions: conditions + cuts, assumptions: assumptions, buckets: buckets,
      features: features)
  }
}
