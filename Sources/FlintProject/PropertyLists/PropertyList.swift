/// The keys of a property list, whose root must be a dictionary. The file is in XML or binary form,
/// or a project or configuration file of Xcode.
package struct PropertyList: Sendable {
  package struct Entry: Equatable, Sendable {
    package var key: String
    /// Whether the value is a text. It can be a build variable, such as `$(VARIABLE)`.
    package var isText: Bool
    /// The key's bytes in the file as UTF-8. Nil in a binary file.
    package var range: Range<Int>?
  }

  /// Converted to UTF-8, unless binary.
  package let source: SourceFile
  /// In the file's order, duplicates included.
  package let entries: [Entry]

  package init(_ source: SourceFile) throws(InvalidInput) {
    let bytes = source.text.bytes
    if bytes.starts(with: BinaryPropertyListReader.signature) {
      self.source = source
      do throws(PropertyListProblem) {
        entries = try BinaryPropertyListReader(Array(bytes)).entries()
      } catch {
        throw InvalidInput(source, [error.diagnostic])
      }
      return
    }
    let text = SourceFile(path: source.path, text: Self.inUTF8(source.text))
    self.source = text
    let content = Array(text.text.bytes)
    let conflict = content.withUnsafeBytes { ConflictMarker(in: $0) }.map { marker in
      let problem = PropertyListProblem(
        ConflictMarker.message, hint: ConflictMarker.hint, at: marker.range)
      return InvalidInput(text, [problem.diagnostic])
    }
    if var settings = BuildSettings(content, path: source.path) {
      if let conflict { throw conflict }
      entries = settings.entries()
      return
    }
    do throws(PropertyListProblem) {
      var reader = try XMLPropertyListReader(content)
      entries = try reader.entries()
    } catch {
      throw conflict ?? InvalidInput(text, [error.diagnostic])
    }
  }

  private static func inUTF8(_ text: SourceText) -> SourceText {
    let bytes = text.bytes
    let isBigEndian = bytes.starts(with: [0xFE, 0xFF])
    guard isBigEndian || bytes.starts(with: [0xFF, 0xFE]) else { return text }
    let units = stride(from: 2, to: bytes.count - 1, by: 2).map { offset in
      UInt16(bytes[isBigEndian ? offset : offset + 1]) << 8
        | UInt16(bytes[isBigEndian ? offset + 1 : offset])
    }
    return SourceText(String(decoding: units, as: UTF16.self))
  }
}

struct PropertyListProblem: Error {
  let diagnostic: Diagnostic

  init(_ message: String, hint: String? = nil, at range: Range<Int>? = nil) {
    diagnostic = CrossCheckRule.invalidPropertyList.diagnostic(message, hint: hint, at: range)
  }

  static func notADictionary(_ range: Range<Int>? = nil) -> PropertyListProblem {
    PropertyListProblem("the root of the property list is not a dictionary", at: range)
  }
}
