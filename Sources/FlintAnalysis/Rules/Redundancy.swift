import FlintLogic
import FlintModel
import FlintText

/// In every state, the status is the same without it. Not `any` and `unsupported`, which document
/// intent.
enum RedundantConstraint: FeatureRuleChecker {
  static let summary = "a constraint that can be removed without any effect"
  static let basis = RuleBasis.status
  static let severity = Diagnostic.Severity.note

  static func check(_ feature: inout FeatureProof) throws(LimitExceeded) {
    guard !feature.isNeverAvailable[feature.feature] else { return }
    let app = feature.manifest.app
    let candidates = try feature.constraints { constraint in
      switch constraint {
      case .requirement(.platform(_, .any)), .requirement(.platform(_, .unsupported)): false
      default: !PlatformNotOfApp.isForeign(constraint, app)
      }
    }
    let redundant = try feature.removable(
      candidates, among: feature.contributions[...], .and, feature.intervalOfConstraints)
    for index in candidates where redundant.contains(index) {
      let position = feature.positions[index]
      feature.setRedundant(index)
      feature.report(
        ProvenFinding(
          .redundantConstraint, at: .constraint(position),
          "\(feature.name(position)) is redundant: implied by the other constraints"))
    }
  }
}

/// Not a consumable, which only a named constraint lets the app offer.
enum RedundantProduct: FeatureRuleChecker {
  static let summary = "a product in an 'anyOf' or 'allOf' that can be removed without any effect"
  static let basis = RuleBasis.status
  static let severity = Diagnostic.Severity.note

  static func check(_ feature: inout FeatureProof) throws(LimitExceeded) {
    guard !feature.isNeverAvailable[feature.feature] else { return }
    let searched = try feature.constraints { $0.purchases?.isList ?? false }
    let intervals = try feature.intervals(ofConstraints: searched)
    for index in searched {
      let position = feature.positions[index]
      guard let expression = position.constraint(in: feature.manifest).purchases,
        var interval = intervals[index]
      else { continue }
      let isUnlocked = try feature.space.value(
        of: .unlocked(feature.feature), isImplied: true, on: 0)
      interval = try interval.inside(.or, beside: isUnlocked, in: &feature.space.store)
      let found = try redundantProducts(of: expression, at: [], interval, &feature)
      for (path, product) in expression.productOperands where found.contains(path) {
        let id = feature.manifest.products[product].id
        feature.report(
          ProvenFinding(
            .redundantProduct, at: .operand(position, path: path),
            "product '\(id)' is redundant in \(feature.name(position))"))
      }
    }
  }

  private static func redundantProducts(
    of expression: PurchaseExpression, at path: [Int], _ interval: DontCareInterval,
    _ feature: inout FeatureProof
  ) throws(LimitExceeded) -> Set<[Int]> {
    let (operation, operands): (DiagramStore.Operation, [PurchaseExpression])
    switch expression {
    case .product, .credits, .group: return []
    case .anyOf(let listed): (operation, operands) = (.or, listed)
    case .allOf(let listed): (operation, operands) = (.and, listed)
    }
    if operands.count == 1 {
      return try redundantProducts(of: operands[0], at: path + [0], interval, &feature)
    }
    var truths: [Diagram] = []
    for operand in operands {
      // In states in which the app has unlocked the feature, the whole constraint is satisfied. The interval treats
      // these states as don't cares, so unlocking is ignored here.
      let meaning = feature.manifest.meaning(
        of: .purchase(operand), in: feature.feature, canBeUnlocked: false)
      truths.append(try feature.space.value(of: meaning, on: 0))
    }
    let lone = operands.indices.filter { operands[$0].pathToLoneProduct != nil }
    let removable = try feature.removable(lone, among: truths[...], operation, interval)
    var found: Set<[Int]> = []
    for index in lone where removable.contains(index) {
      found.insert(path + [index] + (operands[index].pathToLoneProduct ?? []))
    }
    let lists = operands.indices.filter { operands[$0].isList && !lone.contains($0) }
    let intervals = try feature.intervals(of: Set(lists), among: truths[...], operation, interval)
    for index in lists {
      guard let inside = intervals[index] else { continue }
      found.formUnion(
        try redundantProducts(of: operands[index], at: path + [index], inside, &feature))
    }
    return found
  }
}

extension Constraint {
  var purchases: PurchaseExpression? {
    if case .requirement(.purchase(let expression)) = self { expression } else { nil }
  }
}

extension PurchaseExpression {
  fileprivate var productOperands: [(path: [Int], product: Int)] {
    switch self {
    case .credits, .group: return []
    case .product(let product, _): return [([], product)]
    case .anyOf(let operands), .allOf(let operands):
      return operands.enumerated().flatMap { position, operand in
        operand.productOperands.map { ([position] + $0.path, $0.product) }
      }
    }
  }

  fileprivate var isList: Bool {
    switch self {
    case .anyOf, .allOf: true
    case .product, .credits, .group: false
    }
  }

  fileprivate var pathToLoneProduct: [Int]? {
    switch self {
    case .product: []
    case .anyOf(let operands), .allOf(let operands):
      operands.count == 1 ? operands[0].pathToLoneProduct.map { [0] + $0 } : nil
    case .credits, .group: nil
    }
  }
}

/// In every state, the status is the same without the element. Not the only one of its list, nor
/// within something that is reported itself.
enum RedundantAlternative: FeatureRuleChecker {
  static let summary = "a condition in an 'allOf' or 'anyOf' that can be removed without any effect"
  static let basis = RuleBasis.status
  static let severity = Diagnostic.Severity.note

  static func check(_ feature: inout FeatureProof) throws(LimitExceeded) {
    guard !feature.isNeverAvailable[feature.feature] else { return }
    let searched = try feature.constraints { $0.step != nil }
    let intervals = try feature.intervals(ofConstraints: searched)
    for index in searched {
      guard let interval = intervals[index] else { continue }
      let position = feature.positions[index]
      let constraint = position.constraint(in: feature.manifest)
      let search = AlternativeSearch(
        root: .constraints(feature: position.feature, block: position.block), canBeUnlocked: true)
      try search.search(constraint, [], interval, &feature)
    }
    for block in feature.declaration.conditional.indices {
      let condition = feature.declaration.conditional[block].condition
      guard condition.hasLists, try UnreachableBlock.canApply(block, of: &feature)
      else { continue }
      let search = AlternativeSearch(
        root: .guarding(feature: feature.feature, block: block), canBeUnlocked: false)
      try search.search(condition, [], feature.interval(ofGuard: block), &feature)
    }
  }
}

private struct AlternativeSearch {
  let root: ConditionRoot

  /// Whether purchases here count as satisfied once the feature is unlocked.
  var canBeUnlocked: Bool

  func search(
    _ constraint: Constraint, _ path: [ConditionStep], _ interval: DontCareInterval,
    _ feature: inout FeatureProof
  ) throws(LimitExceeded) {
    guard let step = constraint.step else { return }
    let operands = constraint.operands
    if step == .not {
      var inside = self
      inside.canBeUnlocked = false
      let interval = try interval.insideNot(in: &feature.space.store)
      return try inside.search(operands[0], path + [step], interval, &feature)
    }
    var truths: [Diagram] = []
    for operand in operands {
      let meaning = feature.manifest.meaning(
        of: operand, in: feature.feature, canBeUnlocked: canBeUnlocked)
      truths.append(try feature.space.value(of: meaning, on: 0))
    }
    let operation: DiagramStore.Operation = step == .anyOf ? .or : .and
    let removable =
      operands.count > 1
      ? try feature.removable(Array(operands.indices), among: truths[...], operation, interval) : []
    let searched = operands.indices.filter { !removable.contains($0) && operands[$0].hasLists }
    let intervals = try feature.intervals(
      of: Set(searched), among: truths[...], operation, interval)
    for (number, operand) in operands.enumerated() {
      let inside = path + [step, .element(number)]
      if removable.contains(number) {
        feature.report(
          ProvenFinding(
            .redundantAlternative, at: .within(root, path: inside),
            "this condition is redundant: removing it changes no status"))
      } else if let interval = intervals[number] {
        try search(operand, inside, interval, &feature)
      }
    }
  }

  func search(
    _ condition: Condition, _ path: [ConditionStep], _ interval: DontCareInterval,
    _ feature: inout FeatureProof
  ) throws(LimitExceeded) {
    guard condition.hasLists else { return }
    let constraints = condition.constraints
    var truths: [Diagram] = []
    for constraint in constraints {
      let meaning = feature.manifest.meaning(
        of: constraint, in: feature.feature, canBeUnlocked: canBeUnlocked)
      truths.append(try feature.space.value(of: meaning, on: 0))
    }
    let searched = constraints.indices.filter { constraints[$0].step != nil }
    let intervals = try feature.intervals(of: Set(searched), among: truths[...], .and, interval)
    for (index, constraint) in constraints.enumerated() {
      if let interval = intervals[index] { try search(constraint, path, interval, &feature) }
    }
  }
}

extension Condition {
  fileprivate var hasLists: Bool { constraints.contains { $0.step != nil } }
}

/// A quick, incomplete search for operands that are needed, without which `validate` takes 1.2 to 3
/// times as long. From a state in which the list decides the status and every operand is neutral,
/// it changes one variable at a time: if exactly one operand is then not neutral, it is needed.
struct NeededOperands {
  private let truths: ArraySlice<Diagram>
  private let neutral: Diagram
  private let interval: DontCareInterval

  private let start: [UInt32: UInt32]

  private var tests: [[SmallTests.Test]] = []
  private var users: [UInt32: [Int]] = [:]

  private var large: [Int] = []

  static func find(
    _ candidates: [Int], among truths: ArraySlice<Diagram>, _ operation: DiagramStore.Operation,
    _ interval: DontCareInterval, in store: inout DiagramStore
  ) throws(LimitExceeded) -> Set<Int> {
    let neutral: Ternary = operation == .and ? .yes : .no
    let all = try store.join(operation, truths)
    let isNeutral = try store.apply(
      all, no: Ternary(neutral == .no), unknown: .no, yes: Ternary(neutral == .yes))
    let isHigh = try store.isYes(interval.statusIfTrue)
    let isLow = try store.apply(interval.statusIfFalse, no: .yes, unknown: .no, yes: .no)
    let decides = try store.and(isNeutral, store.and(isHigh, isLow))
    guard store.canBe(.yes, decides) else { return [] }
    let search = NeededOperands(
      truths, Diagram(neutral), interval, store.path(toYesIn: decides), in: store)
    return Set(candidates.filter { search.isFound($0, in: store) })
  }

  private init(
    _ truths: ArraySlice<Diagram>, _ neutral: Diagram, _ interval: DontCareInterval,
    _ start: [UInt32: UInt32], in store: borrowing DiagramStore
  ) {
    (self.truths, self.neutral, self.interval, self.start) = (truths, neutral, interval, start)
    for (number, truth) in truths.enumerated() {
      let index = truths.startIndex + number
      guard let tests = SmallTests(of: truth, in: store)?.tests else {
        large.append(index)
        self.tests.append([])
        continue
      }
      self.tests.append(tests)
      for test in tests { users[test.variable, default: []].append(index) }
    }
    if large.count > AnalysisLimits.operandUsers { users = [:] }
  }

  private func isFound(_ part: Int, in store: borrowing DiagramStore) -> Bool {
    for test in tests[part - truths.startIndex] {
      guard let users = users[test.variable], users.count <= AnalysisLimits.operandUsers else {
        continue
      }
      for value in test.values
      where store.value(of: truths[part], at: start, but: test.variable, value) != neutral {
        let others = (users + large).filter { $0 != part }
        let isAlone = others.allSatisfy {
          store.value(of: truths[$0], at: start, but: test.variable, value) == neutral
        }
        if isAlone,
          store.value(of: interval.statusIfTrue, at: start, but: test.variable, value) == .yes,
          store.value(of: interval.statusIfFalse, at: start, but: test.variable, value) == .no
        {
          return true
        }
      }
    }
    return false
  }
}

/// The variables of an operand, each with the first value of every run.
private struct SmallTests {
  struct Test {
    let variable: UInt32
    var values: [UInt32]
  }

  private(set) var tests: [Test] = []

  /// Nil above ``AnalysisLimits/operandNodes``.
  init?(of function: Diagram, in store: borrowing DiagramStore) {
    var nodes: [Diagram] = function.isConstant ? [] : [function]
    var next = 0
    while next < nodes.count {
      let node = nodes[next]
      next += 1
      var test = Test(variable: store.variable(of: node), values: [])
      let known = tests.firstIndex { $0.variable == test.variable }
      if let known { test = tests[known] }
      for edge in store.edges(of: node) {
        if test.values.count < AnalysisLimits.operandValues, !test.values.contains(edge.from) {
          test.values.append(edge.from)
        }
        if edge.child.isConstant || nodes.contains(edge.child) { continue }
        if nodes.count == AnalysisLimits.operandNodes { return nil }
        nodes.append(edge.child)
      }
      if let known { tests[known] = test } else { tests.append(test) }
    }
  }
}

extension DiagramStore {
  fileprivate func value(
    of function: Diagram, at values: [UInt32: UInt32], but changed: UInt32, _ value: UInt32
  ) -> Diagram {
    var function = function
    while !function.isConstant {
      let variable = variable(of: function)
      let chosen = variable == changed ? value : values[variable] ?? 0
      function = child(of: function, at: chosen, of: variable)
    }
    return function
  }
}
