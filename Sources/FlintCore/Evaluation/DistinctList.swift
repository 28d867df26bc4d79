/// Things in the order in which they came first, each once; quick with few of them, and with a hundred thousand.
package struct DistinctList<Element: Hashable & Sendable>: Sendable {
  package private(set) var elements: [Element] = []

  // INVARIANT: has all elements once there are more than `few`, is empty before.
  private var seen: Set<Element> = []

  private static var few: Int { 16 }

  package init() {}

  package mutating func append(_ element: Element) {
    if elements.count < Self.few {
      if !elements.contains(element) { elements.append(element) }
      return
    }
    if seen.isEmpty { seen = Set(elements) }
    if seen.insert(element).inserted { elements.append(element) }
  }
}
