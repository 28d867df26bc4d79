package import FlintModel
internal import FlintText

package struct GitCommit: Equatable, Sendable {
  package let id: String
  package let tree: String
  package let parents: [String]
  package let author: String

  /// The committer's; nil if missing or outside 1970 to 9999.
  package let date: DateTime?

  /// The first paragraph, on one line.
  package let subject: String

  /// Nil without a valid line `tree`.
  package init?(_ object: GitObject) {
    let content = object.content
    let read = withExtendedLifetime(content) { Self(id: object.id, content.bytes[...]) }
    guard let read else { return nil }
    self = read
  }

  private init?(id: String, _ content: Slice<UnsafeRawBufferPointer>) {
    var fields: [String: [UInt8]] = [:]
    var parents: [String] = []
    var rest = content
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")), end > rest.startIndex {
      let line = rest[..<end]
      rest = rest[(end + 1)...]
      // Skip lines that continue the previous one, such as those of a signature. They begin with a space.
      guard let space = line.firstIndex(of: UInt8(ascii: " ")), space > line.startIndex else {
        continue
      }
      let key = String(decoding: line[..<space], as: UTF8.self)
      let value = Array(line[(space + 1)...])
      if key == "parent" {
        parents.append(String(decoding: value, as: UTF8.self))
      } else if fields[key] == nil {
        fields[key] = value
      }
    }
    guard let tree = fields["tree"].map({ String(decoding: $0, as: UTF8.self) }),
      GitObject.isID(tree)
    else { return nil }
    let encoding = CommitEncoding(name: fields["encoding"] ?? [])
    self.id = id
    self.tree = tree
    self.parents = parents
    author = encoding.text(of: Self.name(in: fields["author"] ?? []))
    date = Self.seconds(in: fields["committer"] ?? []).flatMap { DateTime(seconds: $0) }
    subject = encoding.text(of: Self.subject(of: rest))
  }

  private static func name(in person: [UInt8]) -> [UInt8] {
    var name = person.prefix { $0 != UInt8(ascii: "<") }
    while name.last == UInt8(ascii: " ") { name.removeLast() }
    return Array(name)
  }

  private static func seconds(in person: [UInt8]) -> Int64? {
    guard let bracket = person.lastIndex(of: UInt8(ascii: ">")) else { return nil }
    let words = person[(bracket + 1)...].split(separator: UInt8(ascii: " "))
    return words.first.flatMap { Int64(String(decoding: $0, as: UTF8.self)) }
  }

  private static func subject(of message: Slice<UnsafeRawBufferPointer>) -> [UInt8] {
    var subject: [UInt8] = []
    for line in message.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      guard let last = line.lastIndex(where: { !isSpace($0) }) else {
        if subject.isEmpty { continue }
        break
      }
      if !subject.isEmpty { subject.append(UInt8(ascii: " ")) }
      subject += line[...last]
    }
    return subject
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || 0x09...0x0D ~= byte }
}

/// UTF-8, unless a line `encoding` has another name.
private enum CommitEncoding {
  case utf8

  case latin1

  /// In any case of letters; UTF-8 if unknown.
  init(name: [UInt8]) {
    switch String(decoding: name, as: UTF8.self).lowercased() {
    case "iso-8859-1", "iso8859-1", "latin1", "latin-1": self = .latin1
    default: self = .utf8
    }
  }

  func text(of bytes: [UInt8]) -> String {
    switch self {
    case .utf8: return String(decoding: bytes, as: UTF8.self)
    case .latin1:
      var text = String.UnicodeScalarView()
      for byte in bytes { text.append(Unicode.Scalar(byte)) }
      return String(text)
    }
  }
}
