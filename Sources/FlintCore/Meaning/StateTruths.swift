/// Formulas judged in one state.
package struct StateTruths: FormulaInterpreter {
  private let manifest: Manifest
  private let state: DeviceState

  package init(_ state: DeviceState, in manifest: Manifest) {
    self.manifest = manifest
    self.state = state
  }

  package func truth(of formula: Formula) -> Ternary {
    var interpreter = self
    return interpreter.value(of: formula, on: ())
  }

  package mutating func value(_ truth: Ternary) -> Ternary { truth }

  package mutating func value(
    of test: FactTest, isImplied: Bool, on side: Void
  ) -> Ternary {
    test.truth(of: state.value(of: test.fact))
  }

  package mutating func value(of reference: MeaningReference, on side: Void) -> Ternary {
    value(of: manifest.meaning(of: reference), on: ())
  }

  package mutating func not(_ truth: Ternary) -> Ternary {
    switch truth {
    case .yes: .no
    case .no: .yes
    case .unknown: .unknown
    }
  }

  package mutating func and(_ one: Ternary, _ other: Ternary) -> Ternary { one && other }

  package mutating func or(_ one: Ternary, _ other: Ternary) -> Ternary { one || other }

  package mutating func holds(_ wanted: Ternary, _ truth: Ternary) -> Ternary {
    Ternary(truth == wanted)
  }
}
