/// A line on a terminal's standard error that says how far a long run has come. Nothing is written elsewhere, and nothing
/// in the first moments.
struct Progress {
  private let total: Int
  private let subject: String
  private let isShown: Bool
  private var done = 0
  private var isWritten = false
  /// Nanoseconds of the system's clock.
  private var next: Int

  init(total: Int, of subject: String, for host: CommandHost) {
    self.total = total
    self.subject = subject
    isShown = host.showsProgress
    next = POSIX.moment + 500_000_000
  }

  mutating func advance() {
    done += 1
    if isShown, done & 63 == 0 { show("\(done) of \(total) \(subject)") }
  }

  /// Says what is done now, unless it said something a moment ago.
  mutating func show(_ text: String) {
    guard isShown, POSIX.moment > next else { return }
    next = POSIX.moment + 100_000_000
    isWritten = true
    writeToStandardError("\r\u{1B}[K\(text)")
  }

  mutating func clear() {
    if isWritten { writeToStandardError("\r\u{1B}[K") }
    isWritten = false
  }
}
