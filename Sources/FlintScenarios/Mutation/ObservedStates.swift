/// Evaluates all states of a suite at once, one bit each. For a mutant, evaluates only what its
/// edit affects.
struct ObservedStates {
  private let manifest: Manifest
  private let words: Int
  private let states: [DeviceState]

  private var columns: [Fact: [FactValue: [Int]]] = [:]
  private var tests: [FactTest: StateTruthMasks] = [:]

  private var meanings: [FormulaReference: StateTruthMasks] = [:]
  private var changed: [FormulaReference: StateTruthMasks] = [:]

  init(_ states: [DeviceState], of manifest: Manifest, _ order: [References.Target]) {
    self.manifest = manifest
    self.states = states
    words = (states.count + 63) / 64
    for (index, state) in states.enumerated() {
      state.forEachFact { columns[$0, default: [:]][$1, default: []].append(index) }
    }
    for target in order {
      let reference = FormulaReference(target)
      meanings[reference] = value(of: manifest.meaning(of: reference), on: ())
    }
  }

  /// Whether `isWanted` is true for a feature whose status the edit changes.
  mutating func hasChange(
    _ mutation: Mutation, in mutant: Manifest, _ touched: Dependents.AffectedTargets,
    _ isWanted: (_ feature: Int, _ now: StateTruthMasks, _ before: StateTruthMasks) -> Bool
  ) -> Bool {
    defer { changed.removeAll(keepingCapacity: true) }
    if mutation.subject == .app { changed[.app] = value(of: mutant.meaning(of: .app), on: ()) }
    let edited = Set(
      touched.conditions.map { References.Target.condition($0) }
        + touched.features.map { .feature($0) })
    var different: Set<References.Target> = []
    for target in touched.all {
      guard
        edited.contains(target)
          || manifest.directNeeds(of: target).contains(where: different.contains)
      else { continue }
      let reference = FormulaReference(target)
      let now = value(of: mutant.meaning(of: reference), on: ())
      let before = meanings[reference] ?? value(.no)
      if before == now { continue }
      if case .feature(let feature) = target, isWanted(feature, now, before) { return true }
      different.insert(target)
      changed[reference] = now
    }
    return false
  }
}

extension ObservedStates: FormulaInterpreter {
  typealias ManifestID = Void

  mutating func value(of test: FactTest, isImplied: Bool, on side: Void) -> StateTruthMasks {
    if let known = tests[test] { return known }
    let plane = plane(of: test)
    tests[test] = plane
    return plane
  }

  private func plane(of test: FactTest) -> StateTruthMasks {
    if case .age = test.fact {
      var plane = value(.no)
      for (index, state) in states.enumerated() {
        plane.set([index], to: test.truth(of: state.value(of: test.fact)))
      }
      return plane
    }
    var plane = value(test.truth(of: .notGiven))
    for (value, states) in columns[test.fact] ?? [:] {
      plane.set(states, to: test.truth(of: value))
    }
    return plane
  }

  mutating func value(of reference: FormulaReference, on side: Void) -> StateTruthMasks {
    if let known = changed[reference] ?? meanings[reference] { return known }
    let plane = value(of: manifest.meaning(of: reference), on: ())
    meanings[reference] = plane
    return plane
  }

  func value(_ truth: Ternary) -> StateTruthMasks { StateTruthMasks(truth, words: words) }

  func not(_ truth: StateTruthMasks) -> StateTruthMasks { !truth }

  func and(_ one: StateTruthMasks, _ other: StateTruthMasks) -> StateTruthMasks { one & other }

  func or(_ one: StateTruthMasks, _ other: StateTruthMasks) -> StateTruthMasks { one | other }
}

/// A suite's states and expectations, collected once. Scenarios that request permissions run again,
/// because a mutant can change their states.
struct Observations {
  private(set) var states: [DeviceState] = []

  private(set) var statuses: [Int: [UInt64]] = [:]

  private(set) var outcomes: [Int: [UInt64]] = [:]

  private(set) var details: [Int: [(state: Int, expected: FeatureExpectation)]] = [:]

  private(set) var claims: [Claim] = []

  private(set) var rerunStories: [(scenario: Scenario, features: Set<Int>)] = []

  init(_ scenarios: [Scenario], of manifest: Manifest) {
    for scenario in scenarios {
      switch scenario.body {
      case .cases(let cases): for row in cases { expect(row.expected, in: row.given) }
      case .claim(let claim, _): claims.append(claim)
      case .story(let given, let steps):
        if steps.contains(where: { if case .requestPermissions = $0.action { true } else { false } }
        ) {
          rerunStories.append((scenario, steps.reduce(into: []) { $0.formUnion($1.features) }))
        } else {
          replay(steps, on: ScriptedDevice(given, of: manifest))
        }
      }
    }
  }

  private mutating func replay(_ steps: [Scenario.Step], on device: ScriptedDevice) {
    var device = device
    for step in steps {
      if let action = step.action { _ = try? device.perform(action, at: step.range) }
      switch step.expected {
      case nil: break
      case .features(let expected): expect(expected, in: device.state)
      case .outcome:
        // Only `perform` and `requestPermissions` have outcomes. Stories with the latter run again
        // for each mutant, so this is `perform`, which has a feature.
        guard let feature = step.action?.feature else { continue }
        states.append(device.state)
        outcomes[feature, default: []].insert(states.count - 1)
      }
    }
  }

  private mutating func expect(_ expected: [FeatureExpectation], in state: DeviceState) {
    states.append(state)
    for expectation in expected {
      if expectation.status != nil {
        statuses[expectation.feature, default: []].insert(states.count - 1)
      }
      if expectation.blockers != nil || expectation.nextStep != nil {
        details[expectation.feature, default: []].append((states.count - 1, expectation))
      }
    }
  }
}

extension [UInt64] {
  fileprivate mutating func insert(_ number: Int) {
    while count <= number >> 6 { append(0) }
    self[number >> 6] |= 1 << UInt64(number & 63)
  }
}

extension Scenario.Step {
  fileprivate var features: [Int] {
    let performed = action?.feature.map { [$0] } ?? []
    return switch expected {
    case .features(let expected): performed + expected.map(\.feature)
    case .outcome, nil: performed
    }
  }
}

/// A three-valued truth for each state, as bits.
struct StateTruthMasks: Equatable {
  private(set) var yes: [UInt64]

  private(set) var notFalse: [UInt64]

  /// The same truth in every state.
  init(_ truth: Ternary, words: Int) {
    yes = [UInt64](repeating: truth == .yes ? .max : 0, count: words)
    notFalse = [UInt64](repeating: truth != .no ? .max : 0, count: words)
  }

  private init(yes: [UInt64], notFalse: [UInt64]) {
    (self.yes, self.notFalse) = (yes, notFalse)
  }

  mutating func set(_ states: [Int], to truth: Ternary) {
    for state in states {
      let bit: UInt64 = 1 << UInt64(state & 63)
      if truth == .yes { yes[state >> 6] |= bit } else { yes[state >> 6] &= ~bit }
      if truth != .no { notFalse[state >> 6] |= bit } else { notFalse[state >> 6] &= ~bit }
    }
  }

  static func & (one: StateTruthMasks, other: StateTruthMasks) -> StateTruthMasks {
    StateTruthMasks(
      yes: combined(one.yes, other.yes, &), notFalse: combined(one.notFalse, other.notFalse, &))
  }

  static func | (one: StateTruthMasks, other: StateTruthMasks) -> StateTruthMasks {
    StateTruthMasks(
      yes: combined(one.yes, other.yes, |), notFalse: combined(one.notFalse, other.notFalse, |))
  }

  static prefix func ! (plane: StateTruthMasks) -> StateTruthMasks {
    StateTruthMasks(yes: plane.notFalse.map(~), notFalse: plane.yes.map(~))
  }

  private static func combined(
    _ one: [UInt64], _ other: [UInt64], _ combine: (UInt64, UInt64) -> UInt64
  ) -> [UInt64] {
    [UInt64](unsafeUninitializedCapacity: one.count) { words, count in
      for index in one.indices {
        (words.baseAddress! + index).initialize(to: combine(one[index], other[index]))
      }
      count = one.count
    }
  }

  /// Indices of states in which the truths differ. Can contain indices beyond the last state.
  func differences(from other: StateTruthMasks) -> [Int] {
    (0..<64 * yes.count).filter { state in
      let index = state >> 6
      let changed = (yes[index] ^ other.yes[index]) | (notFalse[index] ^ other.notFalse[index])
      return changed >> UInt64(state & 63) & 1 != 0
    }
  }

  /// - Parameter isCoarse: Unknown counts as false.
  func differs(from other: StateTruthMasks, in mask: [UInt64], isCoarse: Bool = false) -> Bool {
    mask.indices.contains { index in
      let changed =
        (yes[index] ^ other.yes[index]) | (isCoarse ? 0 : notFalse[index] ^ other.notFalse[index])
      return changed & mask[index] != 0
    }
  }
}
