/// In the order of first insertion, each in constant time on average.
@usableFromInline package struct DistinctList<Element: Hashable & Sendable>: Sendable {
  @usableFromInline package internal(set) var elements: [Element] = []

  // INVARIANT: the set is empty or contains all elements. It is not empty if there are more than `few` elements.
  @usableFromInline var seen: Set<Element> = []

  @inlinable static var few: Int { 16 }

  @inlinable package init() {}

  @discardableResult
  @inlinable package mutating func append(_ element: Element) -> Bool {
    if elements.count < Self.few {
      if elements.contains(element) { return false }
    } else {
      if seen.isEmpty { seen = Set(elements) }
      if !seen.insert(element).inserted { return false }
    }
    elements.append(element)
    return true
  }
}
