import FlintText

/// Rows end between words, or inside a word that is wider.
struct LineLayout {
  private let width: Int
  private let hanging: Int
  private var column: Int

  private var spaces: Int
  private var hasText = false

  init(_ line: Line, width: Int) {
    self.width = width
    // The indentation is limited so that every line has room for a word or two.
    hanging = min(line.hanging, width / 2)
    column = min(line.indentation, width / 2)
    spaces = column
  }

  /// - Parameter emit: Gets a word, the spaces before it, and whether it begins a row.
  mutating func add(
    _ span: Span, _ emit: (_ text: Substring, _ spaces: Int, _ beginsRow: Bool) -> Void
  ) {
    guard span.isBreakable else { return add(word: span.text[...], emit) }
    var rest = span.text[...]
    let space = UInt8(ascii: " ")
    while let first = rest.utf8.first {
      let isSpace = first == space
      let end = rest.utf8.firstIndex { ($0 == space) != isSpace } ?? rest.endIndex
      let piece = rest[..<end]
      if isSpace {
        spaces += piece.utf8.count
        column += piece.utf8.count
      } else {
        add(word: piece, emit)
      }
      rest = rest[end...]
    }
  }

  private mutating func add(
    word: Substring, _ emit: (_ text: Substring, _ spaces: Int, _ beginsRow: Bool) -> Void
  ) {
    var rest = word
    var restWidth = DisplayWidth.of(rest)
    // A word that is wider than any row begins in the current row if there is enough room.
    let fits = restWidth <= width - hanging || width - column < Self.leastRoom
    var beginsRow = hasText && column + restWidth > width && fits
    if beginsRow { beginRow() }
    while column + restWidth > width {
      let (fitting, cells) = fittingPrefix(of: rest)
      emit(fitting, spaces, beginsRow)
      rest = rest[fitting.endIndex...]
      restWidth -= cells
      beginRow()
      beginsRow = true
    }
    emit(rest, spaces, beginsRow)
    column += restWidth
    spaces = 0
    hasText = true
  }

  private mutating func beginRow() {
    column = hanging
    spaces = hanging
  }

  private static let leastRoom = 12

  private func fittingPrefix(of text: Substring) -> (Substring, cells: Int) {
    var cells = 0
    var end = text.startIndex
    var joint: (end: Substring.Index, cells: Int)?
    while end < text.endIndex {
      let next = DisplayWidth.of(text[end])
      if cells + next > width - column, end > text.startIndex { break }
      cells += next
      let isJoint = "|=:/,&".contains(text[end])
      end = text.index(after: end)
      if isJoint, cells * 2 >= width - column { joint = (end, cells) }
    }
    return joint.map { (text[..<$0.end], $0.cells) } ?? (text[..<end], cells)
  }
}
