/// A line on a terminal's standard error that says how far a long run has come. Nothing is written elsewhere, and nothing
/// in the first moments.
struct Progress {
  private let total: Int
  private let subject: String
  private let isShown: Bool
  private var done = 0
  private var isWritten = false
  private var next: ContinuousClock.Instant

  init(total: Int, of subject: String) {
    self.total = total
    self.subject = subject
    isShown = Terminal.diagnostics.isTerminal
    next = .now + .milliseconds(500)
  }

  mutating func advance() {
    done += 1
    guard isShown, done & 63 == 0, ContinuousClock.now > next else { return }
    next = .now + .milliseconds(100)
    isWritten = true
    writeToStandardError("\r\u{1B}[K\(done) of \(total) \(subject)")
  }

  mutating func clear() {
    if isWritten { writeToStandardError("\r\u{1B}[K") }
    isWritten = false
  }
}
