internal import FlintCore
internal import FlintText

/// JSON laid out for diffs and for eyes: one fact a line. (``JSONWriter`` gives every value a line of its own.)
extension ByteSink {
  mutating func appendJSON(_ text: String) { JSONText.write(text, to: &self) }

  mutating func appendJSON(_ value: Bool) { append(value ? "true" : "false") }

  mutating func appendJSON(_ value: ConstraintFacts.Value) {
    switch value {
    case .unknown: append(literal: "null")
    case .boolean(let value): appendJSON(value)
    case .integer(let integer): append(integer)
    case .text(let text): appendJSON(text)
    case .percent(let percent): append(percent.description)
    case .list(let values): appendJSON(list: values) { $0.appendJSON($1) }
    case .other(let values):
      append(literal: "{\"notIn\": ")
      appendJSON(list: values) { $0.appendJSON($1) }
      append(literal: "}")
    case .holdings(let holdings):
      append(literal: "{")
      for (index, holding) in holdings.enumerated() {
        if index > 0 { append(literal: ", ") }
        appendJSON(holding.product)
        append(literal: ": ")
        switch holding.value {
        case .status(let status): appendJSON(status.name)
        case .credits(let held): append(held)
        }
      }
      append(literal: "}")
    }
  }

  mutating func appendJSON(_ holding: ProductHolding) {
    switch holding {
    case .status(let status): appendJSON(status.name)
    case .credits(let held): append(held)
    case .until(let end):
      append(literal: "{\"until\": ")
      appendJSON(end.description)
      append(literal: "}")
    }
  }

  /// An array on one line.
  mutating func appendJSON<Element>(
    list: some Sequence<Element>, _ write: (inout ByteSink, Element) -> Void
  ) {
    append(literal: "[")
    var isFirst = true
    for element in list {
      if !isFirst { append(literal: ", ") }
      isFirst = false
      write(&self, element)
    }
    append(literal: "]")
  }

  /// The lines of an array or object, without its brackets: one element a line, or nothing at all where there is none.
  @inline(__always)
  mutating func appendJSON<Element>(
    lines elements: some Sequence<Element>, indentation: Int,
    _ write: (inout ByteSink, Element) -> Void
  ) {
    var isFirst = true
    for element in elements {
      append(literal: isFirst ? "\n" : ",\n")
      isFirst = false
      append(repeating: UInt8(ascii: " "), count: indentation)
      write(&self, element)
    }
    if !isFirst {
      append(literal: "\n")
      append(repeating: UInt8(ascii: " "), count: indentation - 2)
    }
  }

  /// Text that the program itself writes, straight from where the compiler put it. (A literal alone would become a
  /// `String` on the way.)
  @inline(__always)
  mutating func append(literal text: StaticString) { append(text) }
}
