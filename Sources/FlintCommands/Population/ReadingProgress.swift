/// How far a long input has been read, on one line of a terminal that is gone at the end.
final class ReadingProgress: @unchecked Sendable {
  // INVARIANT: what changes is touched by `update`, which one thread calls at a time, and by nobody before all are done.
  private let total: Int?
  private let begin = POSIX.monotonicSeconds
  private var last: Double
  private var isShown = false
  private let isWanted: Bool

  /// - Parameter total: how many bytes there are, where that is known.
  init(of total: Int?) {
    self.total = total
    last = begin
    isWanted = Terminal.diagnostics.isTerminal
  }

  /// Shows how much has been read; nothing in the first half second.
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

  /// Takes the line away.
  func finish() {
    if isShown { writeToStandardError("\r\u{1B}[K") }
    isShown = false
  }

  private func megabytes(_ bytes: Int) -> String { "\(bytes / 1_000_000) MB" }
}
