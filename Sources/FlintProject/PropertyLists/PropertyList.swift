package import FlintManifest
package import FlintText

/// The keys of a property list, such as an `Info.plist`, whose root must be a dictionary. The file is in XML or binary
/// form, or it is a project or configuration file of Xcode whose build settings become such keys. Of each value, only the information whether it is a string is kept.
package struct PropertyList: Sendable {
  package struct Entry: Equatable, Sendable {
    package var key: String
    /// Perhaps a build variable, such as `$(VARIABLE)`.
    package var isText: Bool
    /// In the file as UTF-8; nil in a binary one.
    package var range: Range<Int>?

    package init(key: String, isText: Bool, range: Range<Int>?) {
      self.key = key
      self.isText = isText
      self.range = range
    }
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
      InvalidInput(text, [PropertyListProblem(fact: .conflict, range: marker.range).diagnostic])
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
    guard bytes.count >= 2 else { return text }
    let isBigEndian: Bool
    switch (bytes[0], bytes[1]) {
    case (0xFE, 0xFF): isBigEndian = true
    case (0xFF, 0xFE): isBigEndian = false
    default: return text
    }
    let units = stride(from: 2, to: bytes.count - 1, by: 2).map { offset in
      let pair = (UInt16(bytes[offset]), UInt16(bytes[offset + 1]))
      return isBigEndian ? pair.0 << 8 | pair.1 : pair.1 << 8 | pair.0
    }
    return SourceText(String(decoding: units, as: UTF16.self))
  }
}

struct PropertyListProblem: Error {
  enum Fact {
    case notUTF8
    case empty
    case expected(String)
    /// Preprocessed when the app is built.
    case directive(String)
    case otherFile(FileKind)
    case unknownElement(String)
    case unknownEntity(String)
    case tooDeep
    case notADictionary
    case damaged
    case conflict
  }

  var fact: Fact
  var range: Range<Int>?

  private var hint: String? {
    switch fact {
    case .directive: "validate the Info.plist of the built app, such as My.app/Info.plist"
    case .otherFile(let kind): kind.unpackingCommand.map { "run '\($0) FILE' to print its text" }
    case .expected("'<plist>'"):
      "expected a property list in XML or binary form, a project.pbxproj or an .xcconfig file"
    case .conflict: ConflictMarker.hint
    case .notUTF8, .empty, .expected, .unknownElement, .unknownEntity, .tooDeep, .notADictionary,
      .damaged:
      nil
    }
  }

  var diagnostic: Diagnostic {
    let message =
      switch fact {
      case .notUTF8: "the property list is not UTF-8"
      case .empty: "the property list is empty"
      case .expected(let what): "expected \(what)"
      case .directive(let word): "found '\(word)', which the preprocessor replaces during a build"
      case .otherFile(let kind): "the file is \(kind.prose)"
      case .unknownElement(let name): "unknown element '\(name)' in a property list"
      case .unknownEntity(let name): "unknown entity '\(name)'"
      case .tooDeep: "the property list is nested too deeply"
      case .notADictionary: "the root of the property list is not a dictionary"
      case .damaged: "the binary property list is damaged"
      case .conflict: ConflictMarker.message
      }
    return Diagnostic(
      .error, rule: "invalid-property-list", message: message, hint: hint, range: range)
  }
}
