import FlintCore

/// The states in which a suite looks at features, and what formulas mean in all of them at once.
///
/// A mutant is judged by what it changes: the rest has been worked out.
struct ObservedStates {
  private let manifest: Manifest
  private let words: Int
  private let states: [DeviceState]

  /// For each fact the states that give it, by what they say.
  private var columns: [Fact: [FactValue: [Int]]] = [:]
  private var tests: [FactTest: StatePlane] = [:]

  /// What formulas share, and what features and conditions come to in the manifest and where a mutant differs.
  private var meanings: [MeaningReference: StatePlane] = [:]
  private var changed: [MeaningReference: StatePlane] = [:]

  init(_ states: [DeviceState], of manifest: Manifest, _ order: [References.Target]) {
    self.manifest = manifest
    self.states = states
    words = (states.count + 63) / 64
    for (index, state) in states.enumerated() {
      state.forEachFact { columns[$0, default: [:]][$1, default: []].append(index) }
    }
    for target in order {
      let reference = MeaningReference(target)
      meanings[reference] = value(of: manifest.meaning(of: reference), on: ())
    }
  }

  /// What a feature or a named condition comes to in a mutant.
  mutating func meaning(of target: References.Target, in mutant: Manifest) -> StatePlane {
    value(of: mutant.meaning(of: MeaningReference(target)), on: ())
  }

  /// What it comes to in the manifest.
  func meaning(of target: References.Target) -> StatePlane {
    meanings[MeaningReference(target)] ?? StatePlane(words: words)
  }

  /// Has whatever asks for something see what it comes to in a mutant.
  mutating func change(_ target: References.Target, to plane: StatePlane) {
    changed[MeaningReference(target)] = plane
  }

  mutating func forgetMutant() { changed.removeAll(keepingCapacity: true) }
}

extension ObservedStates: FormulaInterpreter {
  typealias Speaker = Void

  mutating func value(of test: FactTest, isImplied: Bool, on side: Void) -> StatePlane {
    if let known = tests[test] { return known }
    let plane = plane(of: test)
    tests[test] = plane
    return plane
  }

  private func plane(of test: FactTest) -> StatePlane {
    if case .age = test.fact {
      var plane = StatePlane(words: words)
      for (index, state) in states.enumerated() {
        plane.set([index], to: test.truth(of: state.value(of: test.fact)))
      }
      return plane
    }
    let otherwise = test.truth(of: .notGiven)
    var plane = StatePlane(words: words, yes: otherwise == .yes, notFalse: otherwise != .no)
    for (value, states) in columns[test.fact] ?? [:] {
      plane.set(states, to: test.truth(of: value))
    }
    return plane
  }

  mutating func value(of reference: MeaningReference, on side: Void) -> StatePlane {
    if let known = changed[reference] ?? meanings[reference] { return known }
    let plane = value(of: manifest.meaning(of: reference), on: ())
    meanings[reference] = plane
    return plane
  }

  func value(_ truth: Ternary) -> StatePlane {
    StatePlane(words: words, yes: truth == .yes, notFalse: truth != .no)
  }

  func not(_ truth: StatePlane) -> StatePlane { !truth }

  func and(_ one: StatePlane, _ other: StatePlane) -> StatePlane { one & other }

  func or(_ one: StatePlane, _ other: StatePlane) -> StatePlane { one | other }
}

extension StatePlane {
  fileprivate mutating func set(_ states: [Int], to truth: Ternary) {
    for state in states { set(state, yes: truth == .yes, notFalse: truth != .no) }
  }
}
