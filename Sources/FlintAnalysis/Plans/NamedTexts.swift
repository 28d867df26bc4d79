package import FlintModel
package import FlintLogic

extension Manifest {
  /// Returns the distinct texts to which a plan may set a text fact, such as an attribute: those that constraints
  /// mention, followed by an attribute's default. A pattern contributes every combination of one text of each of its
  /// keys: for `beginsWith` “a” or “b” and `endsWith` “z”, these are “az” and “bz”. Returns nil if patterns have more
  /// than ``AnalysisLimits/plannedTexts`` combinations.
  package func texts(of fact: Fact) -> [AttributeValue]? {
    var named = DistinctList<AttributeValue>()
    var composed = 0
    forEachRequirement { constraint in
      guard let accepted = constraint.accepted(of: fact) else { return }
      for value in accepted.namedValues { named.append(value) }
      guard let pattern = accepted.pattern else { return }
      composed += min(pattern.countOfComposedTexts, AnalysisLimits.plannedTexts + 1)
      guard composed <= AnalysisLimits.plannedTexts else { return }
      for text in pattern.composedTexts { named.append(.text(text)) }
    }
    if composed > AnalysisLimits.plannedTexts { return nil }
    if case .attribute(let attribute) = fact, let value = attributes[attribute].defaultValue {
      named.append(value)
    }
    return named.elements
  }
}

extension Constraint {
  /// Returns the values of a typed fact, such as an attribute, that the constraint accepts; nil if the constraint does
  /// not test this fact.
  func accepted(of fact: Fact) -> AttributeRequirement.Accepted? {
    switch self {
    case .requirement(.attribute(let requirement)):
      .attribute(requirement.attribute) == fact ? requirement.accepted : nil
    case .requirement(.device(let requirement)):
      .device(requirement.fact) == fact ? requirement.accepted : nil
    case .requirement, .feature, .condition, .allOf, .anyOf, .not: nil
    }
  }
}

extension TextPattern {
  /// The number of texts that combine one text of each key of the pattern, such as `beginsWith` and `endsWith`;
  /// `Int.max` if it overflows.
  fileprivate var countOfComposedTexts: Int {
    parts.reduce(1) { count, part in
      let (product, isTooMuch) = count.multipliedReportingOverflow(by: self[part].count)
      return isTooMuch ? .max : product
    }
  }

  /// The texts that combine one text of each key of the pattern, in the order of the keys: for example, one
  /// `beginsWith` text followed by one `endsWith` text.
  fileprivate var composedTexts: [ExactText] {
    parts.reduce([ExactText("")]) { beginnings, part in
      beginnings.flatMap { beginning in
        self[part].map { ExactText(beginning.text + $0.text) }
      }
    }
  }
}
