import Synchronization

/// A list that observers append to from any thread.
final class Recorder<Element: Sendable>: Sendable {
  private let list = Mutex<[Element]>([])

  var elements: [Element] { list.withLock { $0 } }

  func append(_ element: Element) { list.withLock { $0.append(element) } }
}
