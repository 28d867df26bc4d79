final class ReadingProgress: @unchecked Sendable {
  // INVARIANT: only `update` accesses the mutable state before the run ends, and only one thread at a time calls
  // `update`.
  private let total: Int?
  private let begin = POSIX.monotonicSeconds
  private var line: Progress

  /// - Parameter total: Bytes; nil if unknown.
  init(of total: Int?) {
    self.total = total
    line = Progress(total: total ?? 0, of: "bytes", isShown: Terminal.diagnostics.isTerminal)
  }

  func update(bytes: Int, lines: Int) { line.show(text(bytes: bytes, lines: lines)) }

  func finish() { line.clear() }

  private func text(bytes: Int, lines: Int) -> String {
    let seconds = POSIX.monotonicSeconds - begin
    var text = megabytes(bytes)
    if let total, total >= bytes { text += " of \(megabytes(total))" }
    text += ", \(Int(Double(lines) / seconds)) states per second"
    if let total, total >= bytes, bytes > 0 {
      let left = Int((Double(total - bytes) / Double(bytes) * seconds).rounded(.up))
      text += ", \(left) s left"
    }
    return text
  }

  private func megabytes(_ bytes: Int) -> String { "\(bytes / 1_000_000) MB" }
}
