/// From which files an assembled text was copied. Offsets up to its length are positions in it;
/// larger ones number the complete files' bytes, copied or not.
package struct SourceMap: Sendable {
  /// Ends where the next begins.
  package struct Piece: Sendable {
    /// In the assembled text.
    package var start: Int
    package var file: Int
    /// In its file.
    package var offset: Int

    package init(start: Int, file: Int, offset: Int) {
      (self.start, self.file, self.offset) = (start, file, offset)
    }
  }

  /// Complete; the first includes the others.
  package let files: [SourceFile]

  /// Copied sections, then one for each complete file.
  private let pieces: [Piece]
  private let firstWhole: Int

  package init(files: [SourceFile], pieces: [Piece], length: Int) {
    self.files = files
    firstWhole = pieces.count
    var all = pieces
    var start = length + 1
    for (index, file) in files.enumerated() {
      all.append(Piece(start: start, file: index, offset: 0))
      start += file.text.bytes.count + 1
    }
    self.pieces = all
  }

  /// An offset beyond the assembled text.
  package func range(_ range: Range<Int>, inFile file: Int) -> Range<Int> {
    let start = pieces[firstWhole + file].start
    return start + range.lowerBound..<start + range.upperBound
  }

  /// The file in which the range begins.
  package func fileRange(of range: Range<Int>) -> (file: Int, range: Range<Int>) {
    let piece = piece(at: range.lowerBound)
    let lower = min(
      piece.offset + range.lowerBound - piece.start, files[piece.file].text.bytes.count)
    let last = range.isEmpty ? piece : self.piece(at: range.upperBound - 1)
    // A range that continues into another file is cut to one byte in the file in which it begins.
    let upper =
      last.file == piece.file ? last.offset + range.upperBound - last.start : lower + 1
    return (piece.file, lower..<max(lower, min(upper, files[piece.file].text.bytes.count)))
  }

  private func piece(at offset: Int) -> Piece {
    var (low, high) = (0, pieces.count)
    while low < high {
      let middle = (low + high) / 2
      if pieces[middle].start <= offset { low = middle + 1 } else { high = middle }
    }
    return pieces[max(low - 1, 0)]
  }
}

extension SourceFile {
  /// Itself without includes.
  package var files: [SourceFile] { parts?.files ?? [self] }

  /// The file in which the range begins.
  package func fileRange(of range: Range<Int>) -> (file: Int, range: Range<Int>) {
    parts?.fileRange(of: range) ?? (0, range)
  }

  /// With their ranges in each file, in the order of ``files``; files without diagnostics too.
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

package struct SourcePosition: Equatable, Sendable {
  package var path: String
  package var location: SourceLocation

  package init(path: String, location: SourceLocation) {
    self.path = path
    self.location = location
  }
}

/// Offsets of an assembled text to file, line and column. Ascending offsets read each file once.
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
