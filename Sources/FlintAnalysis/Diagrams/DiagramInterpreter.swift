internal import FlintModel
import FlintLogic

/// Translates formulas into functions of the state, in one store.
protocol DiagramInterpreter: FormulaInterpreter, ~Copyable
where Truth == Diagram, Failure == LimitExceeded {
  var store: DiagramStore { get set }
}

extension DiagramInterpreter where Self: ~Copyable {
  mutating func value(_ truth: Ternary) -> Diagram { Diagram(truth) }

  mutating func not(_ truth: Diagram) throws(LimitExceeded) -> Diagram { try store.not(truth) }

  mutating func and(_ one: Diagram, _ other: Diagram) throws(LimitExceeded) -> Diagram {
    try store.and(one, other)
  }

  mutating func or(_ one: Diagram, _ other: Diagram) throws(LimitExceeded) -> Diagram {
    try store.or(one, other)
  }

  mutating func all(_ formulas: [Formula], on side: ManifestID) throws(LimitExceeded) -> Diagram {
    try store.join(.and, values(of: formulas, on: side)[...])
  }

  mutating func any(_ formulas: [Formula], on side: ManifestID) throws(LimitExceeded) -> Diagram {
    try store.join(.or, values(of: formulas, on: side)[...])
  }

  /// The condition must never be unknown.
  mutating func ifThenElse(
    _ condition: Diagram, then: Diagram, else other: Diagram
  ) throws(LimitExceeded) -> Diagram {
    if then == other { return then }
    return try store.or(store.and(condition, then), store.and(store.not(condition), other))
  }
}
