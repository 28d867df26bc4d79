/// A kind of content other than text, recognized by the first bytes.
package enum FileKind: CaseIterable, Sendable {
  case gzip, zstandard, bzip2, xz, lz4, zip
  case parquet, avro, orc, arrow, sqlite, propertyList
  /// Content with a zero byte in the first 1024, except UTF-16.
  case binary

  package init?(beginning bytes: UnsafeBufferPointer<UInt8>) {
    let known = Self.allCases.first { kind in
      kind.signature.map { bytes.starts(with: $0) } ?? false
    }
    if let known {
      self = known
      return
    }
    guard bytes.prefix(1024).contains(0), !Self.isUTF16(bytes) else { return nil }
    self = .binary
  }

  /// Whether the text is UTF-16. It then begins with a byte order mark or two ASCII characters.
  package static func isUTF16(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    let start = Array(bytes.prefix(4))
    if start.starts(with: [0xFE, 0xFF]) || start.starts(with: [0xFF, 0xFE]) { return true }
    guard start.count == 4 else { return false }
    func isText(_ byte: UInt8) -> Bool { byte >= 0x20 && byte < 0x7F || 0x09...0x0D ~= byte }
    return start[0] == 0 && start[2] == 0 && isText(start[1]) && isText(start[3])
      || start[1] == 0 && start[3] == 0 && isText(start[0]) && isText(start[2])
  }

  private var signature: [UInt8]? { traits.signature }

  /// Words that complete “the file is …”.
  package var prose: String { traits.prose }

  /// The command that prints the content, such as `gunzip -c`; nil if unknown.
  package var unpackingCommand: String? { traits.command }

  private var traits: (signature: [UInt8]?, prose: String, command: String?) {
    switch self {
    case .gzip: ([0x1F, 0x8B], "compressed with gzip", "gunzip -c")
    case .zstandard: ([0x28, 0xB5, 0x2F, 0xFD], "compressed with Zstandard", "zstd -dc")
    case .bzip2: (Array("BZh".utf8), "compressed with bzip2", "bunzip2 -c")
    case .xz: ([0xFD] + Array("7zXZ".utf8), "compressed with xz", "xz -dc")
    case .lz4: ([0x04, 0x22, 0x4D, 0x18], "compressed with LZ4", "lz4 -dc")
    case .zip: (Array("PK".utf8) + [0x03, 0x04], "a ZIP archive", "unzip -p")
    case .parquet: (Array("PAR1".utf8), "a Parquet file", nil)
    case .avro: (Array("Obj".utf8) + [0x01], "an Avro file", nil)
    case .orc: (Array("ORC".utf8), "an ORC file", nil)
    case .arrow: (Array("ARROW1".utf8), "an Arrow file", nil)
    case .sqlite: (Array("SQLite format 3".utf8), "an SQLite database", nil)
    case .propertyList:
      (Array("bplist".utf8), "a binary property list", "plutil -convert xml1 -o -")
    case .binary: (nil, "binary, not text", nil)
    }
  }
}
