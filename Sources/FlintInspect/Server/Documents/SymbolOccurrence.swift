import FlintModel
import FlintManifest
import FlintScenarios
import FlintText

/// An entity that manifests, scenarios and states refer to by a name, such as a feature or a product.
struct ManifestSymbol: Hashable {
  let kind: NameKind
  let name: ExactText

  /// The name of the entity that contains this one: the subscription group for a level (the rank of a subscription),
  /// the attribute for one of its values, or the feature for an action (an operation that it offers to the app). Nil
  /// for all other kinds.
  let parent: ExactText?

  init(_ kind: NameKind, _ name: String, parent: String? = nil) {
    self.kind = kind
    self.name = ExactText(name)
    self.parent = parent.map { ExactText($0) }
  }
}

/// An occurrence of an entity's name, such as a feature's id, in a text.
struct SymbolOccurrence {
  let symbol: ManifestSymbol
  let declares: Bool

  /// The byte range of the name in the text. If a whole JSON string is the name, such as `"playback"`, the range
  /// includes the quotation marks. If the string is a ``blocker`` that contains the name, the range is only that of the
  /// name. But if such a string has escapes, such as `\"`, the range is that of the whole string, because the position
  /// of a name in the decoded blocker is then not its position in the text.
  let range: Range<Int>

  /// If this occurrence of an entity's name is inside a blocker, the blocker and the byte range of its JSON string;
  /// otherwise nil. (A blocker is a constraint that keeps a feature from being available, such as
  /// `playback/permission:camera`.)
  let blocker: (text: BlockerText, range: Range<Int>)?
}

extension TextSnapshot {
  /// Returns all occurrences of names in a file, from its beginning to its end. The kind of the file determines which
  /// strings are names.
  static func occurrences(in recovered: RecoveredJSON, of kind: FileKind) -> [SymbolOccurrence] {
    var occurrences: [SymbolOccurrence] = []
    recovered.document.withRoot { root in
      NameWalk.visit(
        root, as: kind.grammar,
        name: { location in
          guard let range = recovered.source(of: location.value.range),
            let name = location.value.string
          else { return }
          let symbol = ManifestSymbol(location.role.kind, name, parent: location.parent?.string)
          occurrences.append(
            SymbolOccurrence(
              symbol: symbol, declares: location.role.declares, range: range, blocker: nil))
        },
        blocker: { value in
          guard let range = recovered.source(of: value.range), let text = value.string else {
            return
          }
          occurrences += Self.occurrences(in: text, at: range, isPlain: !value.hasEscapes)
        })
    }
    return occurrences
  }

  /// Returns the occurrences of names in a blocker (a constraint that keeps a feature from being available), such as
  /// `playback/permission:camera`.
  ///
  /// - Parameters:
  ///   - range: The byte range of the JSON string with the blocker.
  ///   - isPlain: Whether the JSON string has no escapes, so that each name in it has a byte range of its own.
  private static func occurrences(
    in text: String, at range: Range<Int>, isPlain: Bool
  ) -> [SymbolOccurrence] {
    let blocker = BlockerText(text)
    var start = range.lowerBound + 1
    var occurrences: [SymbolOccurrence] = []
    for piece in blocker.pieces {
      switch piece {
      case .text(let text): start += text.utf8.count
      case .name(let kind, let name, let parent, let written):
        let end = start + written.utf8.count
        occurrences.append(
          SymbolOccurrence(
            symbol: ManifestSymbol(kind, name, parent: parent), declares: false,
            range: isPlain ? start..<end : range, blocker: (blocker, range)))
        start = end
      }
    }
    return occurrences
  }
}

extension FileKind {
  var grammar: Grammar {
    switch self {
    case .manifest: .manifest
    case .scenarios: .scenarios
    case .state: .state
    }
  }
}
