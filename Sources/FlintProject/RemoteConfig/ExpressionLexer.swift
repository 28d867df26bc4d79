/// Reads the tokens of a condition's expression. JSON escapes are resolved, and positions are those
/// in the file.
struct ExpressionLexer {
  private let scalars: [(scalar: Unicode.Scalar, offset: Int)]
  private let end: Int
  private var position = 0

  /// The expression must be a string.
  init(_ expression: JSONValue) {
    scalars = expression.scalars
    end = expression.range.upperBound - 1
  }

  /// The next token. From the closing quotation mark on, always the end token.
  mutating func next() -> ExpressionToken {
    _ = take { " \t\r\n".unicodeScalars.contains($0) }
    let start = offset
    let (kind, text) = read()
    return ExpressionToken(kind: kind, text: text, range: start..<max(offset, start + 1))
  }

  private func scalar(at position: Int) -> Unicode.Scalar? {
    position < scalars.count ? scalars[position].scalar : nil
  }

  private var offset: Int { position < scalars.count ? scalars[position].offset : end }

  private mutating func read() -> (ExpressionToken.Kind, String) {
    guard let first = scalar(at: position) else { return (.end, "") }
    if first == "'" || first == "\"" { return readText(closedBy: first) }
    if first.beginsWord { return (.word, take { $0.beginsWord || $0.isDigit }) }
    let isSign = first == "-" || first == "+"
    if scalar(at: isSign ? position + 1 : position)?.isDigit == true {
      return (.number, readNumber())
    }
    position += 1
    if let second = scalar(at: position), Self.pairs.contains("\(first)\(second)") {
      position += 1
      return (.symbol, "\(first)\(second)")
    }
    return (.symbol, "\(first)")
  }

  private static let pairs = ["&&", "||", "==", "!=", "<=", ">="]

  private mutating func readNumber() -> String {
    var digits = take { $0 == "-" || $0 == "+" } + take(\.isDigit)
    if scalar(at: position) == ".", scalar(at: position + 1)?.isDigit == true {
      position += 1
      digits += "." + take(\.isDigit)
    }
    return digits
  }

  private mutating func readText(
    closedBy quote: Unicode.Scalar
  ) -> (ExpressionToken.Kind, String) {
    var text = String.UnicodeScalarView()
    position += 1
    while var scalar = scalar(at: position) {
      position += 1
      if scalar == quote { return (.text, String(text)) }
      if scalar == "\\", let next = self.scalar(at: position),
        next == "'" || next == "\"" || next == "\\"
      {
        scalar = next
        position += 1
      }
      text.append(scalar)
    }
    return (.unclosedText, "\(quote)")
  }

  private mutating func take(_ isPart: (Unicode.Scalar) -> Bool) -> String {
    let start = position
    while let scalar = scalar(at: position), isPart(scalar) { position += 1 }
    return String(String.UnicodeScalarView(scalars[start..<position].map(\.scalar)))
  }
}

extension Unicode.Scalar {
  fileprivate var beginsWord: Bool {
    "a"..."z" ~= self || "A"..."Z" ~= self || self == "_"
  }

  fileprivate var isDigit: Bool { "0"..."9" ~= self }
}

struct ExpressionToken {
  enum Kind {
    case word, text, number, symbol, unclosedText, end
  }

  let kind: Kind
  /// The token as written. A text has no escapes; an unclosed text is only its quote.
  let text: String
  let range: Range<Int>

  /// Whether the token is this word or symbol. False for a string or number of the same characters.
  func isWritten(_ text: String) -> Bool {
    (kind == .word || kind == .symbol) && self.text == text
  }

  /// The token in a message: `the number 5`.
  var shown: String {
    switch kind {
    case .word, .symbol: "'\(text)'"
    case .text: "the string \(ExpressionText.quoted(text))"
    case .number: "the number \(text)"
    case .unclosedText: "a string without a closing quote"
    case .end: "the end of the expression"
    }
  }
}

enum ExpressionText {
  /// Quotes a text. Doubles a backslash only before a quotation mark or backslash, and at the end.
  static func quoted(_ text: String) -> String {
    let scalars = Array(text.unicodeScalars)
    var result = "'"
    for (index, scalar) in scalars.enumerated() {
      let isEscape =
        scalar == "\\"
        && (index + 1 == scalars.count || "\\'\"".unicodeScalars.contains(scalars[index + 1]))
      if scalar == "'" || isEscape { result += "\\" }
      result.unicodeScalars.append(scalar)
    }
    return result + "'"
  }

  /// The text as a list: `['a']`.
  static func list(_ text: String) -> String { "[\(quoted(text))]" }

  private static let operators = ["in", "between", "and", "<", "<=", ">", ">=", "==", "!="]

  /// Appends a token as Firebase writes it. Operators have spaces around them, commas after them.
  static func append(_ token: ExpressionToken, to text: inout String) {
    if token.kind == .text {
      text += quoted(token.text)
    } else if operators.contains(token.text), text.last != "." {
      text += " \(token.text) "
    } else {
      text += token.text == "," ? ", " : token.text
    }
  }
}
