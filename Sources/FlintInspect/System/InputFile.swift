/// Reads inputs. Files are not mapped: that is no faster, and ends the process if a file is
/// truncated meanwhile.
struct InputReader {
  var standardInputIsTaken = false

  mutating func read(_ path: String) throws -> SourceText {
    let isStandardInput = path == "-"
    if isStandardInput { try takeStandardInput() }
    do {
      return isStandardInput
        ? try Self.readAll(POSIX.standardInput) : try Self.readFile(path)
    } catch {
      throw Problem.read(path, error)
    }
  }

  /// Reads a file; `-` is a name here.
  static func readFile(_ path: String) throws -> SourceText {
    let descriptor = try POSIX.openForReading(path)
    defer { POSIX.closeFile(descriptor) }
    return try readAll(descriptor)
  }

  mutating func takeStandardInput() throws {
    guard !standardInputIsTaken else {
      throw Problem("standard input ('-') can be read only once")
    }
    standardInputIsTaken = true
  }

  private static func readAll(_ descriptor: POSIX.Descriptor) throws -> SourceText {
    let status = try POSIX.status(descriptor)
    if status.isDirectory { throw SystemError.isDirectory }
    let piece = UnsafeMutableRawBufferPointer.allocate(
      byteCount: max(status.size, 1 << 16), alignment: 16)
    defer { piece.deallocate() }
    var bytes: [UInt8] = []
    // A file may have grown since its size was read.
    while case let count = try POSIX.readBytes(descriptor, into: piece), count > 0 {
      bytes += piece[..<count]
    }
    return SourceText(bytes)
  }
}

final class DiskFiles: ManifestFiles {
  var looked: [WatchedPath] = []

  private let folder: ServedFolder?

  init(in folder: ServedFolder? = nil) { self.folder = folder }

  func realPath(of path: String) -> String? {
    if let folder, !folder.contains(path) { return nil }
    // Do not watch folders: writing a result into one would change it.
    if !POSIX.isFolder(path) { looked.append(WatchedPath(path)) }
    return POSIX.resolved(path)
  }

  func read(_ path: String) throws(UnreadableFile) -> SourceFile {
    if let folder, !folder.contains(path) {
      throw UnreadableFile("the path is outside the folder that the server was started in")
    }
    let text: SourceText?
    do {
      let status = try POSIX.status(path)
      // Do not read pipes and devices, which might never end.
      text = status.isRegular || status.isDirectory ? try InputReader.readFile(path) : nil
    } catch {
      throw UnreadableFile("\(error)")
    }
    guard let text else { throw UnreadableFile("the path is not a file") }
    return SourceFile(path: FileName.shown(path), text: text)
  }

  func names(in folder: String) -> [String] {
    if let served = self.folder, !served.contains(folder) { return [] }
    return POSIX.names(in: folder)
  }
}

/// Makes strings of file names. A private-use scalar represents each byte that is not UTF-8.
enum FileName {
  private static let firstCarrier: UInt32 = 0x10_FF00

  private static func isCarrier(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value >= firstCarrier
  }

  // INVARIANT: `bytes(of:)` converts the string back to the same bytes, even if the name contains private-use scalars.
  static func text(of name: UnsafePointer<CChar>) -> String {
    text(of: (0...).lazy.map { UInt8(bitPattern: name[$0]) }.prefix { $0 != 0 })
  }

  static func text(of name: some Sequence<UInt8>) -> String {
    var rest = Array(name)[...]
    var text = String.UnicodeScalarView()
    while let byte = rest.first {
      var decoder = UTF8()
      var iterator = rest.makeIterator()
      if case .scalarValue(let scalar) = decoder.decode(&iterator), !isCarrier(scalar) {
        text.append(scalar)
        rest = rest.dropFirst(UTF8.width(scalar))
      } else {
        text.append(Unicode.Scalar(firstCarrier + UInt32(byte)) ?? "?")
        rest = rest.dropFirst()
      }
    }
    return String(text)
  }

  static func bytes(of text: String) -> [CChar] {
    var bytes: [CChar] = []
    bytes.reserveCapacity(text.utf8.count + 1)
    for scalar in text.unicodeScalars {
      if isCarrier(scalar) {
        bytes.append(CChar(truncatingIfNeeded: scalar.value))
      } else {
        for unit in UTF8.encode(scalar) ?? .init() { bytes.append(CChar(bitPattern: unit)) }
      }
    }
    bytes.append(0)
    return bytes
  }

  static func unterminatedBytes(of text: String) -> [UInt8] {
    bytes(of: text).dropLast().map { UInt8(bitPattern: $0) }
  }

  /// The file name for display, with U+FFFD in place of invalid bytes.
  static func shown(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isCarrier) else { return text }
    var shown = String.UnicodeScalarView()
    for scalar in text.unicodeScalars { shown.append(isCarrier(scalar) ? "\u{FFFD}" : scalar) }
    return String(shown)
  }
}
