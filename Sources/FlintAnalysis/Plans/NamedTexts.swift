package import FlintCore

extension Manifest {
  /// The texts of a text attribute that the manifest names anywhere, each once, its default last. A pattern names the texts
  /// made of one text of each of its keys. Nil where patterns name more
  /// than ``AnalysisLimits/plannedTexts``.
  package func texts(of attribute: Int) -> [AttributeValue]? {
    var named = DistinctList<AttributeValue>()
    var composed = 0
    forEachDemand { constraint in
      guard case .attribute(let requirement) = constraint, requirement.attribute == attribute
      else { return }
      switch requirement.accepted {
      case .values(let values), .otherValues(let values):
        for value in values { named.append(value) }
      case .pattern(let pattern):
        composed += min(pattern.countOfComposedTexts, AnalysisLimits.plannedTexts + 1)
        guard composed <= AnalysisLimits.plannedTexts else { return }
        for text in pattern.composedTexts { named.append(.text(text)) }
      case .range, .age: break
      }
    }
    if composed > AnalysisLimits.plannedTexts { return nil }
    if let value = attributes[attribute].defaultValue { named.append(value) }
    return named.elements
  }
}

extension TextPattern {
  /// How many texts are made of one text of each key; some large number where they are too many to be counted.
  fileprivate var countOfComposedTexts: Int {
    parts.reduce(1) { count, part in
      let (product, isTooMuch) = count.multipliedReportingOverflow(by: self[part].count)
      return isTooMuch ? .max : product
    }
  }

  /// Every text made of one text of each key, in the order of the keys.
  fileprivate var composedTexts: [ExactText] {
    parts.reduce([ExactText("")]) { beginnings, part in
      beginnings.flatMap { beginning in
        self[part].map { ExactText(beginning.text + $0.text) }
      }
    }
  }
}
