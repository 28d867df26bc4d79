/// A value that a signal handler can read at any time. It is not larger than a machine word.
///
/// Usual code would use the standard library's atomics, but they require newer operating systems than the package
/// supports. On all supported processors, one instruction reads or writes an aligned word. The compiler does not keep
/// the word in a register across a system call, because it is allocated on the heap.
///
/// INVARIANT: `Value` is trivial and no larger than a word. Each cell is accessed once before a handler that reads it
/// is installed, so that the handler never initializes it.
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
