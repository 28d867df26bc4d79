import FlintText

struct OpenDocument {
  /// As the client spells it.
  let uri: String
  let path: String
  private(set) var version: Int64
  private(set) var snapshot: TextSnapshot

  private(set) var kind: FileKind?

  private let encoding: PositionEncoding

  init(uri: String, path: String, version: Int64, text: SourceText, _ encoding: PositionEncoding) {
    self.uri = uri
    self.path = path
    self.version = version
    self.encoding = encoding
    snapshot = TextSnapshot(path: path, text: text, encoding: encoding)
    kind = snapshot.kind
  }

  /// False for invalid parameters.
  mutating func change(_ parameters: JSONValue) -> Bool {
    guard let changes = parameters.member("contentChanges") else { return false }
    if case .value(let version) = parameters.member("textDocument")?.member("version")?.integer {
      self.version = version
    }
    for change in changes.elements {
      guard let text = change.member("text"), text.kind == .string else { return false }
      guard let range = change.member("range"), range.kind == .object else {
        set(text.withUTF8 { SourceText($0) })
        continue
      }
      guard let start = range.member("start").flatMap(TextPosition.init),
        let end = range.member("end").flatMap(TextPosition.init)
      else { return false }
      let lower = snapshot.lines.offset(of: start)
      let upper = max(lower, snapshot.lines.offset(of: end))
      set(text.withUTF8 { snapshot.text.replacing(lower..<upper, by: $0) })
    }
    kind = snapshot.kind ?? kind
    return true
  }

  private mutating func set(_ text: SourceText) {
    snapshot = TextSnapshot(path: path, text: text, encoding: encoding)
  }
}

extension SourceText {
  fileprivate func replacing(
    _ range: Range<Int>, by replacement: UnsafeBufferPointer<UInt8>
  ) -> SourceText {
    let count = bytes.count - range.count + replacement.count
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 8)
    memory.copyBytes(from: bytes[..<range.lowerBound])
    UnsafeMutableRawBufferPointer(rebasing: memory[range.lowerBound...])
      .copyBytes(from: replacement)
    UnsafeMutableRawBufferPointer(rebasing: memory[(range.lowerBound + replacement.count)...])
      .copyBytes(from: bytes[range.upperBound...])
    return SourceText(owning: UnsafeRawBufferPointer(memory)) { $0.deallocate() }
  }
}

extension TextPosition {
  /// From 0; beyond the end means the end.
  init?(_ value: JSONValue) {
    func number(_ value: JSONValue?) -> Int? {
      switch value?.integer {
      case .value(let number): Int(clamping: max(number, 0))
      case .overflow: .max
      case .notAnInteger, nil: nil
      }
    }
    guard let line = number(value.member("line")),
      let character = number(value.member("character"))
    else { return nil }
    self.init(line: line, character: character)
  }
}
