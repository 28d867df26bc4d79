/// A value that fits a machine word, which a signal handler can read at any moment.
///
/// The standard library's atomics are newer than the systems that the package reaches. An aligned word is read and written
/// in one piece on every machine of theirs, and as memory that anybody may reach it is not kept in a register across a
/// call of the system.
///
/// INVARIANT: `Value` is trivial and no larger than a word. A cell is used once before a handler that reads it is
/// installed, so that a handler never makes it.
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
