import FlintText

/// Line breaks and white space only, two spaces a level.
extension LanguageServer {
  func formatting(_ message: Message) throws(ResponseError) -> Result {
    try request(message) { (_, request) throws(ResponseError) in
      guard case .json(let document) = request.file.reading else { return nil }
      var writer = JSONWriter(.pretty)
      document.withRoot { Self.write($0, to: &writer) }
      writer.endLine()
      let text = writer.text
      let bytes = request.file.text.bytes
      if bytes.elementsEqual(text.utf8) { return { $0.array { _ in } } }
      let lines = request.file.lines
      return { $0.array { $0.edit(0..<bytes.count, text, in: lines) } }
    }
  }

  private static func write(_ value: JSONValue, to writer: inout JSONWriter) {
    switch value.kind {
    case .object:
      writer.object { writer in
        for (key, member) in value.members {
          writer.key(raw: key.source)
          write(member, to: &writer)
        }
      }
    case .array:
      writer.array { writer in for element in value.elements { write(element, to: &writer) } }
    case .string, .number, .bool, .null: writer.raw(value.source)
    }
  }
}
