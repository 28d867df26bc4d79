/// A value, not larger than a machine word, that a signal handler can read at any time.
///
/// Usual code would use the standard library's atomics, but they require newer operating systems than the package
/// supports. Reading or writing an aligned word takes a single instruction on all supported processors, so a handler
/// never sees a value that is only partly written. The word is allocated on the heap, so the compiler does not keep it
/// in a register across a system call.
///
/// INVARIANT: `Value` is trivial and no larger than a word. Each cell is a static property, which Swift initializes at
/// the first access. The initialization takes a lock and allocates memory, which is not safe in a signal handler.
/// Therefore each cell is accessed once before a handler that reads it is installed.
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
