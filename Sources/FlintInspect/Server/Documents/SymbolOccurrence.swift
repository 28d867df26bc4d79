struct ManifestSymbol: Hashable {
  let kind: NameKind
  let name: ExactText

  /// The name on which this one depends: a level's group, a value's attribute, an action's feature.
  let parent: ExactText?

  init(_ kind: NameKind, _ name: String, parent: String? = nil) {
    self.kind = kind
    self.name = ExactText(name)
    self.parent = parent.map { ExactText($0) }
  }
}

struct SymbolOccurrence {
  let symbol: ManifestSymbol
  let declares: Bool

  /// The bytes of the string with quotation marks. For a name inside a ``blocker`` without escapes,
  /// only the name's bytes.
  let range: Range<Int>

  let blocker: (text: BlockerText, range: Range<Int>)?
}

extension TextSnapshot {
  /// The names that the text declares or mentions, in order.
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

  /// - Parameter isPlain: Whether the string has no escapes, so that each name has a range.
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
