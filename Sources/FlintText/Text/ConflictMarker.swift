/// A line of a merge conflict in Git, such as `<<<<<<< HEAD`.
package struct ConflictMarker {
  /// The marker's seven equal characters, in bytes.
  package let range: Range<Int>

  package static let message = "found a conflict marker of Git"
  package static let hint = "resolve the merge conflict"

  /// Nil if there is no marker at this offset.
  package init?(in text: UnsafeRawBufferPointer, at offset: Int) {
    let marker = text[offset...].prefix(7)
    guard let first = marker.first, "<|=>".utf8.contains(first), marker.count == 7,
      marker.allSatisfy({ $0 == first }),
      offset == 0 || text[offset - 1].isLineEnd
        || text[..<offset].elementsEqual([0xEF, 0xBB, 0xBF]),
      text.count == offset + 7 || text[offset + 7] == " "
        || text[offset + 7].isLineEnd
    else { return nil }
    range = offset..<offset + 7
  }

  /// Finds the first marker of a text.
  package init?(in text: UnsafeRawBufferPointer) {
    var offset = 0
    while offset < text.count {
      if let marker = ConflictMarker(in: text, at: offset) {
        self = marker
        return
      }
      offset = text[offset...].firstIndex(where: \.isLineEnd).map { $0 + 1 } ?? text.count
    }
    return nil
  }

}
