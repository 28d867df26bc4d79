/// A word that a signal handler can read: aligned words take one instruction, and the heap keeps it
/// out of registers. The standard library's atomics need newer systems.
///
/// INVARIANT: `Value` is trivial and no larger than a word. Each cell is accessed before a handler
/// is installed, because a static's first access locks and allocates.
struct SignalCell<Value: BitwiseCopyable>: @unchecked Sendable {
  private let word: UnsafeMutablePointer<Value>

  init(_ value: Value) {
    precondition(MemoryLayout<Value>.size <= MemoryLayout<UInt>.size)
    word = .allocate(capacity: 1)
    word.initialize(to: value)
  }

  var value: Value {
    get { word.pointee }
    nonmutating set { word.pointee = newValue }
  }
}
