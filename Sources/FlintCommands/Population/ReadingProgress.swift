/// A line on the terminal that shows how much of a long input has been read.
final class ReadingProgress: @unchecked Sendable {
  // INVARIANT: only `update` accesses the mutable state before the run ends, and only one thread at a time calls
  // `update`.
  private let total: Int?
  private let begin = POSIX.monotonicSeconds
  private var last: Double
  private var isShown = false
  private let isWanted: Bool

  /// Creates a progress line for reading an input of `total` bytes. If `total` is nil, because the size is unknown, the
  /// line shows neither the size nor the time that is left.
  init(of total: Int?) {
    self.total = total
    last = begin
    isWanted = Terminal.diagnostics.isTerminal
  }

  /// Updates the progress line on the terminal; `bytes` and `lines` are the numbers of bytes and lines that have been
  /// read. The progress line appears half a second after the start of reading, and changes at most ten times per
  /// second, because writing to the terminal takes time.
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

  func finish() {
    if isShown { writeToStandardError("\r\u{1B}[K") }
    isShown = false
  }

  private func megabytes(_ bytes: Int) -> String { "\(bytes / 1_000_000) MB" }
}
