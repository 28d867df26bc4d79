/// A progress line on the terminal that is shown while a long input is read. It disappears at the end.
final class ReadingProgress: @unchecked Sendable {
  // INVARIANT: only `update` accesses the mutable state before the run ends, and only one thread at a time calls
  // `update`.
  private let total: Int?
  private let begin = POSIX.monotonicSeconds
  private var last: Double
  private var isShown = false
  private let isWanted: Bool

  /// Creates a progress line, which appears with the first update.
  ///
  /// - Parameter total: The number of bytes of the input, if known.
  init(of total: Int?) {
    self.total = total
    last = begin
    isWanted = Terminal.diagnostics.isTerminal
  }

  /// Updates the progress line. Shows nothing in the first half second, and then at most ten updates per second.
  func update(bytes: Int, lines: Int) {
    guard isWanted else { return }
    let now = POSIX.monotonicSeconds
    guard now - begin > 0.5, now - last > 0.1 else { return }
    last = now
    isShown = true
    let seconds = now - begin
    var text = megabytes(bytes)
    if let total, total >= bytes {
      text += " of \(megabytes(total))"
    }
    text += ", \(Int(Double(lines) / seconds)) states per second"
    if let total, total >= bytes, bytes > 0 {
      let left = Int((Double(total - bytes) / Double(bytes) * seconds).rounded(.up))
      text += ", \(left) s left"
    }
    let columns = Terminal.diagnostics.width
    writeToStandardError("\r\u{1B}[K" + text.prefix(max(columns - 1, 1)))
  }

  /// Removes the progress line from the terminal.
  func finish() {
    if isShown { writeToStandardError("\r\u{1B}[K") }
    isShown = false
  }

  private func megabytes(_ bytes: Int) -> String { "\(bytes / 1_000_000) MB" }
}
