/// Things in the order in which they came first, each once; quick with few of them, and with a hundred thousand.
@usableFromInline package struct DistinctList<Element: Hashable & Sendable>: Sendable {
  @usableFromInline package internal(set) var elements: [Element] = []

  // INVARIANT: has all elements once there are more than `few`, is empty before.
  @usableFromInline var seen: Set<Element> = []

  @inlinable static var few: Int { 16 }

  @inlinable package init() {}

  /// - Returns: whether it was not there.
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
