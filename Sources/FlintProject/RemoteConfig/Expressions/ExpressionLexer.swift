import FlintText

/// Tokens of a condition's expression, with JSON escapes resolved and positions in the file.
struct ExpressionLexer {
  private let scalars: [(scalar: Unicode.Scalar, offset: Int)]
  private let end: Int
  private var position = 0

  /// Precondition: a string.
  init(_ expression: JSONValue) {
    scalars = expression.scalars
    end = expression.range.upperBound - 1
  }

  /// The end token, at the closing quotation mark, again and again.
  mutating func next() -> ExpressionToken {
    while let scalar = scalar(at: position), " \t\r\n".unicodeScalars.contains(scalar) {
      position += 1
    }
    let start = position
    let kind = readKind()
    return ExpressionToken(
      kind: kind, range: offset(of: start)..<max(offset(of: position), offset(of: start) + 1))
  }

  private func scalar(at position: Int) -> Unicode.Scalar? {
    scalars.indices.contains(position) ? scalars[position].scalar : nil
  }

  private func offset(of position: Int) -> Int {
    scalars.indices.contains(position) ? scalars[position].offset : end
  }

  private mutating func readKind() -> ExpressionToken.Kind {
    guard let first = scalar(at: position) else { return .end }
    if first == "'" || first == "\"" { return readText(closedBy: first) }
    if Self.beginsWord(first) {
      return .word(take { Self.beginsWord($0) || Self.isDigit($0) })
    }
    let isSigned = first == "-" || first == "+"
    if Self.isDigit(first) || (isSigned && scalar(at: position + 1).map(Self.isDigit) ?? false) {
      return .number(readNumber())
    }
    return readSymbol(first)
  }

  private mutating func readSymbol(_ first: Unicode.Scalar) -> ExpressionToken.Kind {
    if let second = scalar(at: position + 1),
      let symbol = ExpressionSymbol(rawValue: "\(first)\(second)")
    {
      position += 2
      return .symbol(symbol)
    }
    position += 1
    return ExpressionSymbol(rawValue: "\(first)").map { .symbol($0) } ?? .unknown(first)
  }

  private mutating func readNumber() -> String {
    var digits = ""
    if let sign = scalar(at: position), !Self.isDigit(sign) {
      digits.unicodeScalars.append(sign)
      position += 1
    }
    digits += take(Self.isDigit)
    if scalar(at: position) == ".", let next = scalar(at: position + 1), Self.isDigit(next) {
      position += 1
      digits += "." + take(Self.isDigit)
    }
    return digits
  }

  private mutating func readText(closedBy quote: Unicode.Scalar) -> ExpressionToken.Kind {
    var text = ""
    position += 1
    while let scalar = scalar(at: position) {
      position += 1
      if scalar == quote { return .text(text) }
      if scalar == "\\", let next = self.scalar(at: position),
        next == "'" || next == "\"" || next == "\\"
      {
        text.unicodeScalars.append(next)
        position += 1
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
    return .unclosedText(quote: quote)
  }

  private mutating func take(_ isPart: (Unicode.Scalar) -> Bool) -> String {
    var text = ""
    while let scalar = scalar(at: position), isPart(scalar) {
      text.unicodeScalars.append(scalar)
      position += 1
    }
    return text
  }

  private static func beginsWord(_ scalar: Unicode.Scalar) -> Bool {
    "a"..."z" ~= scalar || "A"..."Z" ~= scalar || scalar == "_"
  }

  private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { "0"..."9" ~= scalar }
}

struct ExpressionToken {
  enum Kind {
    case word(String)
    /// Escapes resolved.
    case text(String)
    /// As written.
    case number(String)
    case symbol(ExpressionSymbol)
    case unclosedText(quote: Unicode.Scalar)
    /// Begins no token.
    case unknown(Unicode.Scalar)
    case end
  }

  var kind: Kind
  var range: Range<Int>

  func isSymbol(_ symbol: ExpressionSymbol) -> Bool {
    guard case .symbol(symbol) = kind else { return false }
    return true
  }

  func isWord(_ word: String) -> Bool {
    guard case .word(let found) = kind else { return false }
    return found == word
  }

  /// `the number 5`
  var shown: String {
    switch kind {
    case .word(let word): "'\(word)'"
    case .text(let text): "the string \(ExpressionText.quoted(text))"
    case .number(let digits): "the number \(digits)"
    case .symbol(let symbol): "'\(symbol.rawValue)'"
    case .unclosedText: "a string without a closing quote"
    case .unknown(let scalar): "'\(scalar)'"
    case .end: "the end of the expression"
    }
  }
}

enum ExpressionSymbol: String {
  case and = "&&"
  case or = "||"
  case not = "!"
  case equal = "=="
  case notEqual = "!="
  case less = "<"
  case lessOrEqual = "<="
  case greater = ">"
  case greaterOrEqual = ">="
  case dot = "."
  case comma = ","
  case openParenthesis = "("
  case closeParenthesis = ")"
  case openBracket = "["
  case closeBracket = "]"
}

enum ExpressionText {
  /// A backslash is doubled only before a quotation mark or another one, and at the end.
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

  /// `['a', 'b']`
  static func list(_ texts: [String]) -> String {
    "[" + texts.map(quoted).joined(separator: ", ") + "]"
  }
}

/// Exact, as digits.
struct DecimalNumber {
  let text: String
  private let isNegative: Bool
  private let whole: Substring
  private let fraction: Substring

  /// Precondition: `[-+]digits[.digits]`.
  init(_ text: String) {
    self.text = text
    let parts = text.drop { $0 == "-" || $0 == "+" }.split(separator: ".")
    whole = (parts.first ?? "").drop { $0 == "0" }
    var fraction = parts.count > 1 ? parts[1] : ""
    while fraction.last == "0" { fraction.removeLast() }
    self.fraction = fraction
    isNegative = text.hasPrefix("-") && !(whole.isEmpty && fraction.isEmpty)
  }

  /// Nil if the number has a fraction or does not fit in 64 bits.
  var integer: Int64? {
    guard fraction.isEmpty, let value = whole.isEmpty ? 0 : Int64(whole) else { return nil }
    return isNegative ? -value : value
  }

  /// Precondition: neither is negative.
  func isBelow(_ other: DecimalNumber) -> Bool {
    if whole.count != other.whole.count { return whole.count < other.whole.count }
    if whole != other.whole { return whole < other.whole }
    // Without trailing zeros, the lexicographic order of fractions is their numeric order.
    return fraction < other.fraction
  }

  /// 125,000 for 12.5; nil beyond four decimals. Precondition: from 0 to 100.
  var tenThousandths: Int? {
    guard fraction.count <= 4, let whole = whole.isEmpty ? 0 : Int(whole) else { return nil }
    let decimals = fraction + String(repeating: "0", count: 4 - fraction.count)
    return Int(decimals).map { whole * 10_000 + $0 }
  }

  static let hundred = DecimalNumber("100")
}

/// Reverse Polish, so that evaluation needs no recursion.
struct ConditionExpression {
  enum Step {
    /// With its range in the template.
    case rule(TargetingRule, Range<Int>)
    case not
    /// Of the last results, at least two.
    case all(Int)
    /// Of the last results, at least two.
    case any(Int)
  }

  var steps: [Step] = []
}
