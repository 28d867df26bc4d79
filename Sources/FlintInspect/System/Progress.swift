/// A line on standard error that shows how much of a long command is done, such as the number of scenarios. It appears
/// only on a terminal, and only half a second after the start.
struct Progress {
  private let total: Int
  private let subject: String
  private let isShown: Bool
  private var done = 0
  private var isWritten = false

  /// The earliest time at which the progress line may be written again, in seconds of the clock
  /// ``POSIX/monotonicSeconds``. The line is written at most ten times a second.
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

  /// Shows a text on one line of the terminal, unless the last update was less than a tenth of a second ago.
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
