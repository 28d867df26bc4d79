/// Evaluates an edited manifest, or the original without a subject of `impact`. The states are
/// those of the original. What the edit does not affect is computed once, for the original.
struct ManifestVariant: ~Copyable {
  private let original: Manifest
  private let subject: Impact.Subject?
  var space: StateSpace

  private var manifest: Manifest

  /// Declarations whose meaning can differ from the original's.
  private var touched: Set<References.Target> = []

  init(of original: Manifest, without subject: Impact.Subject? = nil, _ space: consuming StateSpace)
  {
    (self.original, self.subject, self.manifest) = (original, subject, original)
    self.space = space
  }

  /// Selects the variant that functions describe until the next call.
  mutating func begin(_ variant: Manifest, touching touched: some Sequence<References.Target>) {
    manifest = variant
    self.touched = Set(touched)
    space.overridden = [:]
  }

  /// Computes dependencies first, without recursion, because chains can be long.
  mutating func function(of target: References.Target) -> Diagram {
    let order = original.topologicalOrder(of: [target]) {
      !touched.contains($0) || space.overridden[$0] != nil
    }
    for target in order where !space.store.isSpent {
      for need in original.directNeeds(of: target) where !touched.contains(need) {
        space.prepare(need)
      }
      space.resetBudget()
      let function = meaning(of: target)
      if !space.store.isSpent { space.overridden[target] = function }
    }
    return value(of: FormulaReference(target), on: 0)
  }

  private mutating func meaning(of target: References.Target) -> Diagram {
    guard case .feature(let feature) = target else {
      return value(of: manifest.meaning(of: FormulaReference(target)), on: 0)
    }
    if subject == .feature(feature) { return .no }
    let inherited: Diagram
    if let parent = original.features[feature].parent {
      inherited = value(of: .feature(parent), on: 0)
    } else if original.app.platforms == manifest.app.platforms {
      inherited = space.value(of: .app, on: 0)
    } else {
      inherited = value(of: manifest.meaning(of: .app), on: 0)
    }
    let all = [inherited] + contributions(of: feature, in: manifest, on: 0)
    return space.store.join(.and, all[...])
  }

  /// By given assumption, true where it is not false for the variant.
  mutating func assumptions(_ assumptions: [Int]) -> [Diagram] {
    assumptions.map { assumption in
      let function = function(of: .assumption(assumption))
      return space.store.isNotFalse(function)
    }
  }
}

extension ManifestVariant: StateSpaceEngine {}

extension ManifestVariant: DiagramInterpreter {
  var store: DiagramStore {
    _read { yield space.store }
    _modify { yield &space.store }
  }

  mutating func value(of test: FactTest, isImplied: Bool, on side: Int) -> Diagram {
    switch (subject, test.fact) {
    case (.product(let product), .product(let asked)) where product == asked:
      return Diagram(test.truth(of: .purchase(.notPurchased)))
    case (.attribute(let attribute), .attribute(let asked)) where attribute == asked:
      return Diagram(test.truth(of: .typed(original.attributes[attribute].valueWithout)))
    case (.attribute(let attribute), .age(let asked, let declared, _)) where attribute == asked:
      return space.holds(.date) { test.truth(of: $0.age(since: declared)) }
    default: return space.value(of: test, isImplied: isImplied, on: 0)
    }
  }

  mutating func value(of reference: FormulaReference, on side: Int) -> Diagram {
    if let known = reference.target.flatMap({ space.overridden[$0] }) { return known }
    switch (subject, reference) {
    case (.product(let product), .holding(let asked, _)) where product == asked:
      return value(of: original.meaning(of: reference), on: 0)
    case (let subject?, .status(let asked, let table)) where subject.determines(asked):
      let offered = space.value(of: .offered(asked), on: 0)
      return ifThenElse(
        offered, then: Diagram(table[.notDetermined]), else: space.value(of: reference, on: 0))
    default: return space.value(of: reference, on: 0)
    }
  }
}

extension FormulaReference {
  fileprivate var target: References.Target? {
    switch self {
    case .feature(let feature): .feature(feature)
    case .condition(let condition): .condition(condition)
    case .assumption(let assumption): .assumption(assumption)
    case .offered, .status, .holding, .app: nil
    }
  }
}

extension FactValue {
  /// The age on this date of an attribute whose default is `begin`.
  fileprivate func age(since begin: DateTime?) -> FactValue {
    guard case .typed(.date(let date)) = self, let begin else { return .notGiven }
    return .age(date.seconds - begin.seconds)
  }
}

extension AttributeDeclaration {
  /// The value that replaces the attribute's where `impact` takes it away.
  var valueWithout: AttributeValue { domain == .boolean ? .boolean(false) : declaredValue }
}
