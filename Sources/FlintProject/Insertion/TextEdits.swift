import FlintText

struct TextEdits {
  private let source: SourceText
  // INVARIANT: the ranges of the edits do not overlap.
  private var edits: [(range: Range<Int>, text: String)] = []

  init(of source: SourceText) { self.source = source }

  var isEmpty: Bool { edits.isEmpty }

  /// Inserts text at a byte offset. Several insertions at the same offset appear in the order in which they were added.
  mutating func insert(_ text: String, at offset: Int) { replace(offset..<offset, by: text) }

  mutating func replace(_ range: Range<Int>, by text: String) { edits.append((range, text)) }

  func write(to sink: inout ByteSink) {
    let sorted = edits.enumerated()
      .sorted {
        ($0.element.range.lowerBound, $0.offset) < ($1.element.range.lowerBound, $1.offset)
      }
    var start = 0
    for (range, text) in sorted.map(\.element) {
      sink.append(source, start..<range.lowerBound)
      sink.append(text)
      start = range.upperBound
    }
    sink.append(source, start...)
  }
}
