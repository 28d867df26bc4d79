extension TextStyle {
  func write(_ lines: [Line], to sink: inout ByteSink) {
    for line in lines { write(line, to: &sink) }
  }

  func write(_ line: Line, to sink: inout ByteSink) {
    let line = isASCII ? line.inASCII : line
    if !line.isWrapped || line.width <= width {
      writeWhole(line, to: &sink)
    } else {
      writeWrapped(line, to: &sink)
    }
    sink.append("\n")
  }

  private func writeWhole(_ line: Line, to sink: inout ByteSink) {
    var pending = indentation(of: line)
    for span in line.spans {
      var text = span.text
      text.withUTF8 { bytes in
        let isText: (UInt8) -> Bool = { !span.isBreakable || $0 != " " }
        guard let start = bytes.firstIndex(where: isText),
          let last = bytes.lastIndex(where: isText)
        else {
          pending += bytes.count
          return
        }
        sink.append(repeating: 0x20, count: pending + start)
        let sequence = sequence(for: span.role)
        if let sequence { sink.append(sequence) }
        sink.append(UnsafeBufferPointer(rebasing: bytes[start...last]))
        if sequence != nil { sink.append("\u{1B}[0m") }
        pending = bytes.count - last - 1
      }
    }
  }

  private func writeWrapped(_ line: Line, to sink: inout ByteSink) {
    var layout = LineLayout(line, width: width)
    for (index, span) in line.spans.enumerated() {
      let next = line.spans.dropFirst(index + 1).first?.text ?? ""
      let sequence = sequence(for: span.role)
      var isColored = false
      // No row begins with punctuation.
      layout.add(span, before: next.prefix { ",;:.)".contains($0) }.count) {
        text, spaces, beginsRow in
        if beginsRow { sink.append("\n") }
        sink.append(repeating: 0x20, count: spaces)
        if let sequence, !isColored { sink.append(sequence) }
        isColored = sequence != nil
        sink.append(text)
      }
      if isColored { sink.append("\u{1B}[0m") }
    }
  }

  private func indentation(of line: Line) -> Int { min(line.indentation, width / 2) }
}

/// A text's purpose, which styles show by colour or weight.
enum Role {
  case plain

  case strong

  /// Text that readers can skip.
  case quiet

  case good
  case bad
  case open

  case action
}

struct Span: Equatable {
  // INVARIANT: the text contains no characters that control a terminal.
  let text: String
  let role: Role

  /// Whether the text may be wrapped inside.
  let isBreakable: Bool

  /// In terminal cells.
  let width: Int

  init(_ text: String, _ role: Role = .plain, isBreakable: Bool = true) {
    self.text = visible(text)
    self.role = role
    self.isBreakable = isBreakable
    width = DisplayWidth.of(self.text)
  }
}

/// Spans that are coloured and wrapped later: `"\(status) \(name, .strong)  \(word, .quiet)"`.
struct Line: Equatable {
  /// In terminal cells.
  var indentation: Int

  /// Terminal cells before each row except the first.
  var hanging: Int

  /// False for commands that readers copy.
  var isWrapped = true

  var spans: [Span] = []
  var width: Int

  init(indentation: Int = 0, hanging: Int? = nil, _ text: Line? = nil) {
    self.indentation = indentation
    self.hanging = hanging ?? indentation + 2
    width = indentation
    if let text { self += text }
  }

  static let blank = Line()

  /// The text of all spans, without their roles.
  var text: String { spans.map(\.text).joined() }

  static func += (line: inout Line, more: Line) {
    for span in more.spans { line.add(span) }
  }

  mutating func add(_ text: String, _ role: Role = .plain, isBreakable: Bool = true) {
    add(Span(text, role, isBreakable: isBreakable))
  }

  mutating func add(_ span: Span) {
    width += span.width
    spans.append(span)
  }

  /// Adds spaces up to a column, but at least `atLeast`. Columns are counted from 0.
  mutating func pad(to column: Int, atLeast: Int = 2) {
    add(.spaces(max(column - width, atLeast)))
  }

  /// The line converted by ``ASCIIForm``. Columns stay aligned, with at least one space between
  /// them.
  var inASCII: Line {
    var line = Line(indentation: indentation, hanging: hanging)
    line.isWrapped = isWrapped
    var column = indentation
    for span in spans {
      column += span.width
      let isSpace = span.width > 1 && span.text.utf8.allSatisfy { $0 == " " }
      if isSpace, line.width + span.width > column {
        line.add(.spaces(max(column - line.width, 1)))
      } else {
        line.add(Span(ASCIIForm.of(span.text), span.role, isBreakable: span.isBreakable))
      }
    }
    return line
  }
}

extension [Line] {
  func joined(by separator: Line) -> Line {
    var line = Line()
    for (index, part) in enumerated() {
      if index > 0 { line += separator }
      line += part
    }
    return line
  }
}

extension Line: ExpressibleByStringInterpolation {
  init(stringLiteral text: String) {
    self.init()
    if !text.isEmpty { add(text) }
  }

  init(stringInterpolation parts: StringInterpolation) {
    self = parts.line
    if !parts.text.isEmpty { add(parts.text) }
  }

  struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var line = Line()

    /// Text without a role that is not yet a span. One span keeps its words whole.
    fileprivate var text = ""

    init(literalCapacity: Int, interpolationCount: Int) {}

    mutating func appendLiteral(_ literal: String) { text += literal }
    mutating func appendInterpolation(_ value: some CustomStringConvertible) {
      text += value.description
    }

    mutating func appendInterpolation(_ line: Line) {
      for span in line.spans { append(span) }
    }

    mutating func appendInterpolation(
      _ value: some CustomStringConvertible, _ role: Role, isBreakable: Bool = true
    ) {
      append(Span(value.description, role, isBreakable: isBreakable))
    }

    mutating func appendInterpolation(_ mark: some Marked) {
      appendInterpolation(mark.symbol, mark.role)
    }

    /// `Speed  [speed]`, or the name alone if it is the id.
    mutating func appendInterpolation(named name: String, id: String) {
      appendInterpolation(name, .strong)
      if name != id { appendInterpolation("  [\(id)]", .quiet) }
    }

    mutating func appendInterpolation(_ feature: FeatureDeclaration) {
      appendInterpolation(named: feature.name, id: feature.id)
    }

    /// `✓ Speed  [speed]  available`
    mutating func appendInterpolation(_ status: FeatureStatus, of feature: FeatureDeclaration) {
      appendInterpolation("\(status) \(feature)  \(status.name, status.role)" as Line)
    }

    private mutating func append(_ span: Span) {
      // A span of spaces alone would be the padding of a column.
      if span.isBreakable, text.allSatisfy({ $0 == " " }) {
        line.add(text + span.text, span.role)
      } else {
        line.add(text)
        line.add(span)
      }
      text = ""
    }
  }
}

/// Wraps a line. Rows end between words, or inside a word that is wider than a row.
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

  /// - Parameters:
  ///   - ending: The width of the text that follows the span's last word without a break.
  ///   - emit: Gets a word, the spaces before it, and whether it begins a row.
  mutating func add(
    _ span: Span, before ending: Int,
    _ emit: (_ text: Substring, _ spaces: Int, _ beginsRow: Bool) -> Void
  ) {
    guard span.isBreakable else { return add(word: span.text[...], before: ending, emit) }
    var rest = span.text[...]
    while let first = rest.utf8.first {
      let isSpace = first == " "
      let end = rest.utf8.firstIndex { ($0 == " ") != isSpace } ?? rest.endIndex
      let piece = rest[..<end]
      if isSpace {
        spaces += piece.utf8.count
        column += piece.utf8.count
      } else {
        add(word: piece, before: end == rest.endIndex ? ending : 0, emit)
      }
      rest = rest[end...]
    }
  }

  private mutating func add(
    word: Substring, before ending: Int,
    _ emit: (_ text: Substring, _ spaces: Int, _ beginsRow: Bool) -> Void
  ) {
    var rest = word
    var restWidth = DisplayWidth.of(String(rest))
    // A word that is wider than any row begins in the current row if there is enough room.
    let fits = restWidth <= width - hanging || width - column < Self.leastRoom
    var beginsRow = hasText && column + restWidth + ending > width && fits
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

extension TextStyle {
  /// The escape sequence that begins text of the role; nil for none. Uses the terminal's eight
  /// standard colors, which its user can configure.
  func sequence(for role: Role) -> StaticString? {
    guard color else { return nil }
    return switch role {
    case .plain: nil
    case .strong: "\u{1B}[1m"
    case .quiet: "\u{1B}[2m"
    case .good: "\u{1B}[32m"
    case .bad: "\u{1B}[31m"
    case .open: "\u{1B}[33m"
    case .action: "\u{1B}[36m"
    }
  }
}

/// A value with a coloured symbol, distinguishable without colours.
protocol Marked {
  var mark: (symbol: String, role: Role) { get }
}

extension Marked {
  var symbol: String { mark.symbol }
  var role: Role { mark.role }
}

extension FeatureStatus: Marked {
  var mark: (symbol: String, role: Role) {
    switch self {
    case .available: ("✓", .good)
    case .unavailable: ("✗", .bad)
    case .undetermined: ("?", .open)
    }
  }
}

extension ConstraintStatus: Marked {
  var mark: (symbol: String, role: Role) {
    switch self {
    case .satisfied: ("✓", .good)
    case .notSatisfied: ("✗", .bad)
    case .notDetermined: ("?", .open)
    case .notActive: ("·", .quiet)
    }
  }
}
