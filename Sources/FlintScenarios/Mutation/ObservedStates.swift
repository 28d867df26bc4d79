import FlintModel
import FlintLogic

/// Evaluates all states of a suite at once, with a bit for each; for a mutant only what its edit
/// affects.
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

  mutating func meaning(of target: References.Target, in mutant: Manifest) -> StateTruthMasks {
    value(of: mutant.meaning(of: FormulaReference(target)), on: ())
  }

  func meaning(of target: References.Target) -> StateTruthMasks {
    meanings[FormulaReference(target)] ?? StateTruthMasks(words: words)
  }

  /// For the formulas that refer to it.
  mutating func change(_ target: References.Target, to plane: StateTruthMasks) {
    changed[FormulaReference(target)] = plane
  }

  mutating func changeApp(to mutant: Manifest) {
    changed[.app] = value(of: mutant.meaning(of: .app), on: ())
  }

  mutating func forgetMutant() { changed.removeAll(keepingCapacity: true) }
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
      var plane = StateTruthMasks(words: words)
      for (index, state) in states.enumerated() {
        plane.set([index], to: test.truth(of: state.value(of: test.fact)))
      }
      return plane
    }
    let otherwise = test.truth(of: .notGiven)
    var plane = StateTruthMasks(words: words, yes: otherwise == .yes, notFalse: otherwise != .no)
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

  func value(_ truth: Ternary) -> StateTruthMasks {
    StateTruthMasks(words: words, yes: truth == .yes, notFalse: truth != .no)
  }

  func not(_ truth: StateTruthMasks) -> StateTruthMasks { !truth }

  func and(_ one: StateTruthMasks, _ other: StateTruthMasks) -> StateTruthMasks { one & other }

  func or(_ one: StateTruthMasks, _ other: StateTruthMasks) -> StateTruthMasks { one | other }
}

extension StateTruthMasks {
  fileprivate mutating func set(_ states: [Int], to truth: Ternary) {
    for state in states { set(state, yes: truth == .yes, notFalse: truth != .no) }
  }
}
