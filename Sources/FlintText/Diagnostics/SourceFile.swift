package struct SourceFile: Sendable {
  /// As the user wrote it; shown in messages.
  package var path: String
  package var text: SourceText
  /// The line number of the text's beginning; above 1 for a part of a file.
  package var firstLine: Int
  /// The files of which the text consists; nil if it is a single one.
  package var parts: SourceMap?

  package init(
    path: String, text: SourceText, firstLine: Int = 1, parts: SourceMap? = nil
  ) {
    self.path = path
    self.text = text
    self.firstLine = firstLine
    self.parts = parts
  }
}

/// A position in a text. Lines and columns count from 1; a Unicode scalar takes one column.
package struct SourceLocation: Equatable, Sendable {
  package var line: Int
  package var column: Int

  package init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }
}

/// Converts byte offsets to lines and columns. Ascending offsets read the text once. Lines end with
/// LF, CRLF or CR, and a byte order mark has no column.
package struct SourceLocator {
  private let text: SourceText
  private var offset = 0
  private var line = 1
  private var column = 1
  package private(set) var lineStart = 0

  package init(_ text: SourceText) {
    self.text = text
    rewind()
  }

  /// The location of an offset; one beyond the end counts as the end.
  package mutating func location(of target: Int) -> SourceLocation {
    let bytes = text.bytes
    let target = min(target, bytes.count)
    if target < offset { rewind() }
    while offset < target {
      let byte = bytes[offset]
      offset += 1
      let next = offset < bytes.count ? bytes[offset] : 0
      if byte == 0x0A || (byte == 0x0D && next != 0x0A) {
        (line, column, lineStart) = (line + 1, 1, offset)
      } else if !UTF8Scan.isContinuation(next) {
        column += 1
      }
    }
    return SourceLocation(line: line, column: column)
  }

  private mutating func rewind() {
    offset = text.bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    lineStart = offset
    line = 1
    column = 1
  }
}

/// Several files as one text, with a line feed after each. Converts offsets in that text to offsets
/// in the files.
package struct SourceMap: Sendable {
  /// The first file includes the others.
  package let files: [SourceFile]
  private let starts: [Int]

  package init(_ files: [SourceFile]) {
    self.files = files
    var start = 0
    starts = files.map { file in
      defer { start += file.text.bytes.count + 1 }
      return start
    }
  }

  package var text: SourceText {
    var bytes: [UInt8] = []
    for file in files {
      bytes += file.text.bytes
      bytes.append(UInt8(ascii: "\n"))
    }
    return SourceText(bytes)
  }

  package func fileRange(of range: Range<Int>) -> (file: Int, range: Range<Int>) {
    var (low, high) = (0, files.count)
    while low < high {
      let middle = (low + high) / 2
      if starts[middle] <= range.lowerBound { low = middle + 1 } else { high = middle }
    }
    let file = max(low - 1, 0)
    return (file, range.lowerBound - starts[file]..<range.upperBound - starts[file])
  }
}

extension SourceFile {
  /// The files of which the text consists; the file itself if it has no includes.
  package var files: [SourceFile] { parts?.files ?? [self] }

  /// The file in which a range begins, and the range in it. The file is an index in ``files``.
  package func fileRange(of range: Range<Int>) -> (file: Int, range: Range<Int>) {
    parts?.fileRange(of: range) ?? (0, range)
  }

  /// The diagnostics of each of ``files``, with ranges in that file. Includes files without
  /// diagnostics.
  package func byFile(
    _ diagnostics: [Diagnostic]
  ) -> [(file: SourceFile, diagnostics: [Diagnostic])] {
    guard let parts else { return [(self, diagnostics)] }
    var result = parts.files.map { (file: $0, diagnostics: [Diagnostic]()) }
    for var diagnostic in diagnostics {
      let fileRange = diagnostic.range.map(parts.fileRange)
      diagnostic.range = fileRange?.range
      result[fileRange?.file ?? 0].diagnostics.append(diagnostic)
    }
    return result
  }
}

/// `manifest.json:12:20`
package struct SourcePosition: Equatable, Sendable, CustomStringConvertible {
  package var path: String
  package var location: SourceLocation

  package init(path: String, location: SourceLocation) {
    self.path = path
    self.location = location
  }

  package var description: String { "\(path):\(location.line):\(location.column)" }
}

/// Converts offsets to files, lines and columns. Ascending offsets read each file once.
package struct SourcePositions {
  private let source: SourceFile
  private var locators: [SourceLocator?]

  package init(_ source: SourceFile) {
    self.source = source
    locators = Array(repeating: nil, count: source.files.count)
  }

  package mutating func position(of offset: Int) -> SourcePosition {
    let (index, range) = source.fileRange(of: offset..<offset)
    let file = source.parts?.files[index] ?? source
    var locator = locators[index] ?? SourceLocator(file.text)
    let location = locator.location(of: range.lowerBound)
    locators[index] = locator
    return SourcePosition(path: file.path, location: location)
  }
}
