/// Where a text comes from that is put together from pieces of several files.
///
/// Its offsets are those of the text and, past the text's end, those of the files one behind the other, so that there is a
/// place as well for what no piece has.
package struct SourceParts: Sendable {
  /// A piece of a file that goes on until the next one begins.
  package struct Piece: Sendable {
    /// Where it begins in the text.
    package var start: Int
    package var file: Int
    /// Where it begins in the file.
    package var offset: Int

    package init(start: Int, file: Int, offset: Int) {
      (self.start, self.file, self.offset) = (start, file, offset)
    }
  }

  /// Each by itself; first the one that leads to the others.
  package let files: [SourceFile]

  /// In the order of the text, then one for each whole file.
  private let pieces: [Piece]
  private let firstWhole: Int

  /// - Parameters:
  ///   - pieces: In the order of the text.
  ///   - length: The text's.
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

  /// The range of the text, or past it, that stands for a range of one of the files.
  package func range(_ range: Range<Int>, inFile file: Int) -> Range<Int> {
    let start = pieces[firstWhole + file].start
    return start + range.lowerBound..<start + range.upperBound
  }

  /// Which of ``files`` a range begins in, and where it lies there.
  package func place(of range: Range<Int>) -> (file: Int, range: Range<Int>) {
    let piece = piece(at: range.lowerBound)
    let lower = min(
      piece.offset + range.lowerBound - piece.start, files[piece.file].text.bytes.count)
    let last = range.isEmpty ? piece : self.piece(at: range.upperBound - 1)
    // What is put together ends in the file that it began in, whatever is in it.
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
  /// The files that the text is put together from; itself where it is one file's.
  package var files: [SourceFile] { parts?.files ?? [self] }

  /// Which of ``files`` a range of the text lies in, and where.
  package func place(of range: Range<Int>) -> (file: Int, range: Range<Int>) {
    parts?.place(of: range) ?? (0, range)
  }

  /// Diagnostics of the text by its files, in the order of ``files``, also of those in which nothing is wrong.
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

/// A place in one of the files of a text.
package struct SourcePlace: Equatable, Sendable {
  package var path: String
  package var location: SourceLocation

  package init(path: String, location: SourceLocation) {
    self.path = path
    self.location = location
  }
}

/// Turns offsets of a text into places in its files. Asked in ascending order within each file, all answers together take
/// one pass.
package struct SourcePlaces {
  private let source: SourceFile
  private var locators: [SourceLocator?]

  package init(_ source: SourceFile) {
    self.source = source
    locators = Array(repeating: nil, count: source.files.count)
  }

  package mutating func place(of offset: Int) -> SourcePlace {
    let (index, range) = source.place(of: offset..<offset)
    let file = source.parts?.files[index] ?? source
    var locator = locators[index] ?? SourceLocator(file.text)
    let location = locator.location(of: range.lowerBound)
    locators[index] = locator
    return SourcePlace(path: file.path, location: location)
  }
}
