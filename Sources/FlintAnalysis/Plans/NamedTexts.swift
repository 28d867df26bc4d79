package import FlintModel
package import FlintLogic

extension Manifest {
  /// Texts that constraints mention, then the default. A pattern gives each combination of its
  /// keys' texts; nil above ``AnalysisLimits/plannedTexts``.
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
  /// Nil if the constraint does not test the fact.
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
  fileprivate var countOfComposedTexts: Int {
    parts.reduce(1) { count, part in
      let (product, isTooMuch) = count.multipliedReportingOverflow(by: self[part].count)
      return isTooMuch ? .max : product
    }
  }

  fileprivate var composedTexts: [ExactText] {
    parts.reduce([ExactText("")]) { beginnings, part in
      beginnings.flatMap { beginning in
        self[part].map { ExactText(beginning.text + $0.text) }
      }
    }
  }
}
