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
