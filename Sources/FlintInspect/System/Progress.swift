/// On a terminal only, half a second after the start.
struct Progress {
  private let total: Int
  private let subject: String
  private let isShown: Bool
  private var done = 0
  private var isWritten = false

  /// In ``POSIX/monotonicSeconds``; ten times a second at most.
  private var next: Double

  init(total: Int, of subject: String, for host: CommandHost) {
    self.init(total: total, of: subject, isShown: host.showsProgress)
  }

  init(total: Int, of subject: String, isShown: Bool) {
    (self.total, self.subject, self.isShown) = (total, subject, isShown)
    next = POSIX.monotonicSeconds + 0.5
  }

  mutating func advance() {
    done += 1
    let text = "\(done) of \(total) \(subject)"
    if done & 63 == 0 { show(text) }
  }

  mutating func show(_ text: @autoclosure () -> String) {
    guard isShown, POSIX.monotonicSeconds > next else { return }
    next = POSIX.monotonicSeconds + 0.1
    isWritten = true
    let columns = max(Terminal.diagnostics.width - 1, 1)
    writeToStandardError("\r\u{1B}[K\(text().prefix(columns))")
  }

  mutating func clear() {
    if isWritten { writeToStandardError("\r\u{1B}[K") }
    isWritten = false
  }
}
