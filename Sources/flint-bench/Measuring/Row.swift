import Foundation

struct Row {
  let text: String

  enum Limit {
    case atLeast(Double)
    case atMost(Double)

    func isMet(by ratio: Double) -> Bool {
      switch self {
      case .atLeast(let least): ratio >= least
      case .atMost(let most): ratio <= most
      }
    }

    var text: String {
      switch self {
      case .atLeast(let least): String(format: "≥ %g", least)
      case .atMost(let most): String(format: "≤ %g", most)
      }
    }
  }

  /// Creates a row that consists of a text, such as a heading.
  init(_ text: String) { self.text = text }

  /// Creates a row for a measurement.
  ///
  /// - Parameter ratio: The ratio of the measured time to that of another row.
  init(
    _ name: String, _ measurement: Measurement, ratio: Double? = nil, limit: Limit? = nil,
    note: String = ""
  ) {
    let padding = String(repeating: " ", count: max(0, 44 - name.count))
    var text = name + padding + String(format: "%9.4f s", measurement.seconds)
    let memory = measurement.memory.map { String(format: "%6d MiB", $0) }
    text += memory ?? String(repeating: " ", count: 10)
    if let ratio { text += String(format: "%9.1f ×", ratio) }
    if let ratio, let limit { text += "  \(limit.text)\(limit.isMet(by: ratio) ? "" : "  MISSED")" }
    self.text = note.isEmpty ? text : text + "  \(note)"
  }
}
