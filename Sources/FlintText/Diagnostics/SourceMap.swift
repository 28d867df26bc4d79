/// A source map: the files and positions from which a text was assembled.
///
/// Offsets up to the text's length are positions in the text. Larger offsets address the whole files, one after the
/// other, so that positions that were not copied into the text have offsets, too.
package struct SourceMap: Sendable {
  /// A section of a file that was copied to the text. It ends where the next one begins.
  package struct Piece: Sendable {
    /// The byte offset of its start in the text.
    package var start: Int
    package var file: Int
    /// The byte offset of its start in the file.
    package var offset: Int

    package init(start: Int, file: Int, offset: Int) {
      (self.start, self.file, self.offset) = (start, file, offset)
    }
  }

  /// The files, each with its own text. The first one includes the others.
  package let files: [SourceFile]

  /// The sections in the order of the text, followed by one for each whole file.
  private let pieces: [Piece]
  private let firstWhole: Int

  /// - Parameters:
  ///   - pieces: The sections in the order of the text.
  ///   - length: The length of the text in bytes.
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

  /// Returns the offsets that represent a range of bytes of one of the files.
  package func range(_ range: Range<Int>, inFile file: Int) -> Range<Int> {
    let start = pieces[firstWhole + file].start
    return start + range.lowerBound..<start + range.upperBound
  }

  /// Returns the index in ``files`` of the file in which a range begins, and the range within that file.
  package func place(of range: Range<Int>) -> (file: Int, range: Range<Int>) {
    let piece = piece(at: range.lowerBound)
    let lower = min(
      piece.offset + range.lowerBound - piece.start, files[piece.file].text.bytes.count)
    let last = range.isEmpty ? piece : self.piece(at: range.upperBound - 1)
    // A range that spans several files ends in the file in which it began.
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
  /// The files that the text was assembled from, or the file itself.
  package var files: [SourceFile] { parts?.files ?? [self] }

  /// Returns the index in ``files`` of the file in which a range of the text lies, and the range within that file.
  package func place(of range: Range<Int>) -> (file: Int, range: Range<Int>) {
    parts?.place(of: range) ?? (0, range)
  }

  /// Groups diagnostics by file, in the order of ``files``. Files without a diagnostic are included.
  package func byFile(
    _ diagnostics: [Diagnostic]
  ) -> [(file: SourceFile, diagnostics: [Diagnostic])] {
    guard let parts else { return [(self, diagnostics)] }
    var result = parts.files.map { (file: $0, diagnostics: [Diagnostic]()) }
    for var diagnostic in diagnostics {
      let place = diagnostic.range.map(parts.place)
      diagnostic.range = place?.range
      result[place?.file ?? 0].diagnostics.append(diagnostic)
    }
    return result
  }
}

/// A line and a column in one of the files of a text.
package struct SourcePosition: Equatable, Sendable {
  package var path: String
  package var location: SourceLocation

  package init(path: String, location: SourceLocation) {
    self.path = path
    self.location = location
  }
}

/// Converts offsets of an assembled text to lines and columns of its files. Ascending queries within each file together
/// take one pass.
package struct SourcePositions {
  private let source: SourceFile
  private var locators: [SourceLocator?]

  package init(_ source: SourceFile) {
    self.source = source
    locators = Array(repeating: nil, count: source.files.count)
  }

  package mutating func place(of offset: Int) -> SourcePosition {
    let (index, range) = source.place(of: offset..<offset)
    let file = source.parts?.files[index] ?? source
    var locator = locators[index] ?? SourceLocator(file.text)
    let location = locator.location(of: range.lowerBound)
    locators[index] = locator
    return SourcePosition(path: file.path, location: location)
  }
}
