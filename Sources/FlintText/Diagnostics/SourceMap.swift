/// A source map of a text that was assembled from several files. It records, for each section of the text, the file and
/// the offset from which the section was copied.
///
/// A byte offset has one of two meanings. An offset up to the text's length is a position in the assembled text. A
/// larger offset is a position in one of the complete files, which are numbered one file after the other. In this way,
/// a diagnostic can also refer to bytes that were not copied.
package struct SourceMap: Sendable {
  /// A section of one file that was copied to the assembled text, which joins a manifest with the files that it
  /// includes. The section ends where the next section begins.
  package struct Piece: Sendable {
    /// The byte offset at which this section, which was copied from a file, begins in the assembled text: a manifest
    /// joined with the files that it includes.
    package var start: Int
    package var file: Int
    /// The byte offset at which this section, which was copied to the assembled text, begins in the file from which it
    /// was copied.
    package var offset: Int

    package init(start: Int, file: Int, offset: Int) {
      (self.start, self.file, self.offset) = (start, file, offset)
    }
  }

  /// The files that the text was assembled from, each with its complete text. The first file includes the others.
  package let files: [SourceFile]

  /// The sections that were copied from files, in the order of the assembled text, followed by one entry for each
  /// complete file. These entries are not part of the text: they only assign an offset to every byte of the files, even
  /// if the byte was not copied.
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

  /// Converts a range of bytes of one file to offsets of the source map. Offsets up to the length of the assembled text
  /// (the manifest joined with the files that it includes) are positions in that text; after them, the bytes of the
  /// complete files are numbered, one file after the other. The result is always of the second kind.
  ///
  /// - Parameter file: The index of the file in ``files``.
  package func range(_ range: Range<Int>, inFile file: Int) -> Range<Int> {
    let start = pieces[firstWhole + file].start
    return start + range.lowerBound..<start + range.upperBound
  }

  /// Returns the file in which a range begins, as an index into ``files``, and the range of bytes in that file. The
  /// argument is a range of the source map's offsets.
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
  /// The files from which the text was assembled, or only this file if it includes no others. Each has its complete
  /// text.
  package var files: [SourceFile] { parts?.files ?? [self] }

  /// Returns the file in which a range of this file's text begins, as an index into ``files``, and the range of bytes
  /// in that file. The result is another file only if this text was assembled from several files (a manifest joined
  /// with the files that it includes).
  package func fileRange(of range: Range<Int>) -> (file: Int, range: Range<Int>) {
    parts?.fileRange(of: range) ?? (0, range)
  }

  /// Groups diagnostics by file, in the order of ``files``, and converts their ranges to offsets in these files. For a
  /// file without diagnostics, the list of diagnostics is empty.
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

/// A converter of byte offsets in a text that was assembled from several files. It converts an offset to the file, line
/// and column from which the byte at this offset was copied. If the offsets are converted in ascending order, each file
/// is read only once.
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
