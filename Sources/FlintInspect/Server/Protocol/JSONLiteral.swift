/// JSON to send. Members that are nil are left out.
enum JSONLiteral: ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral,
  ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral
{
  case object([(String, JSONLiteral?)])
  case array([JSONLiteral])
  case text(String)
  case number(Int)
  case bool(Bool)
  case null

  /// Already written.
  case raw(String)

  init(dictionaryLiteral members: (String, JSONLiteral?)...) { self = .object(members) }
  init(arrayLiteral elements: JSONLiteral...) { self = .array(elements) }
  init(stringLiteral text: String) { self = .text(text) }
  init(integerLiteral number: Int) { self = .number(number) }
  init(booleanLiteral value: Bool) { self = .bool(value) }

  func write(to writer: inout JSONWriter) {
    switch self {
    case .object(let members):
      writer.beginObject()
      for case (let key, let value?) in members {
        writer.key(named: key)
        value.write(to: &writer)
      }
      writer.endObject()
    case .array(let elements): writer.array(of: elements) { $0.write(to: &$1) }
    case .text(let text): writer.string(text)
    case .number(let number): writer.int(number)
    case .bool(let value): writer.bool(value)
    case .null: writer.null()
    case .raw(let json): writer.raw(json)
    }
  }
}

extension TextLines {
  func json(_ range: Range<Int>) -> JSONLiteral {
    func json(_ offset: Int) -> JSONLiteral {
      let position = position(of: offset)
      return ["line": .number(position.line), "character": .number(position.character)]
    }
    return ["start": json(range.lowerBound), "end": json(range.upperBound)]
  }

  func edit(_ range: Range<Int>, _ text: String) -> JSONLiteral {
    ["range": json(range), "newText": .text(text)]
  }

  func location(_ uri: String, _ range: Range<Int>) -> JSONLiteral {
    ["uri": .text(uri), "range": json(range)]
  }
}
