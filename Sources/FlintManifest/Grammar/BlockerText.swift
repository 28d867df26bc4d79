/// A blocker's id, split into names and the text between: `smart-playlists/purchase:SUB0001 or
/// group:main>=plus`.
package struct BlockerText {
  package enum Piece {
    case text(String)

    /// For a level, `parent` is its group. `written` is the name as it is in the text, perhaps in
    /// quotes.
    case name(NameKind, String, parent: String?, written: String)
  }

  package private(set) var pieces: [Piece] = []
  // The text that remains to be parsed. It is a sequence of Unicode scalars, because a combining mark after a quote or
  // bracket would become part of the same `Character`.
  private var rest: Substring.UnicodeScalarView

  package init(_ text: String) {
    rest = text[...].unicodeScalars
    takeFeature()
    takeBlock()
    takeConstraint()
    take(rest.count)
  }

  /// The id with new names from `rename`; nil keeps a name. For a level, `parent` is its group.
  package func text(renaming rename: (NameKind, String, _ parent: String?) -> String?) -> String {
    var result = ""
    for piece in pieces {
      switch piece {
      case .text(let text): result += text
      case .name(let kind, let name, let parent, let written):
        guard let new = rename(kind, name, parent) else {
          result += written
          continue
        }
        result += kind == .product ? Self.operand(new) : new
      }
    }
    return result
  }

  private static func operand(_ id: String) -> String {
    ProductDeclaration(id: id, type: .nonConsumable).operand
  }

  // MARK: Reading

  private mutating func take(_ count: Int) {
    if count > 0 { pieces.append(.text(String(rest.prefix(count)))) }
    rest = rest.dropFirst(count)
  }

  private mutating func take(
    _ kind: NameKind, _ name: Substring.UnicodeScalarView, parent: String? = nil
  ) {
    pieces.append(.name(kind, String(name), parent: parent, written: String(name)))
    rest = rest.dropFirst(name.count)
  }

  private func begins(_ text: String) -> Bool { rest.starts(with: text.unicodeScalars) }

  private mutating func takeFeature() {
    guard let slash = rest.firstIndex(of: "/") else { return }
    let feature = rest[..<slash]
    if feature.isEmpty || isIdentifier(String(feature)) {
      if !feature.isEmpty { take(.feature, feature) }
      take(1)
    }
  }

  private mutating func takeBlock() {
    guard begins("when["), let slash = rest.firstIndex(of: "/") else { return }
    take(rest.distance(from: rest.startIndex, to: slash) + 1)
  }

  private mutating func takeConstraint() {
    guard let colon = rest.firstIndex(of: ":") else { return }
    let kind = rest[..<colon]
    take(kind.count + 1)
    switch String(kind) {
    case "platform": take(.platform, rest)
    case "permission": take(.permission, rest.prefix { $0 != "=" })
    case "attribute": take(.attribute, rest)
    case "feature": take(.feature, rest)
    case "condition": take(.condition, rest)
    case "purchase": while !rest.isEmpty { takeOperand() }
    default: return
    }
  }

  private mutating func takeOperand() {
    for text in [" or ", " and ", "(", ")"] where begins(text) {
      return take(text.count)
    }
    if begins("group:") {
      take("group:".count)
      let group = rest.prefix { !Self.ends.contains($0) && $0 != ">" }
      take(.group, group)
      if begins(">=") {
        take(2)
        take(.level, rest.prefix { !Self.ends.contains($0) }, parent: String(group))
      }
    } else {
      let digits = rest.prefix { "0"..."9" ~= $0 }
      if !digits.isEmpty, rest.dropFirst(digits.count).first == "x" { take(digits.count + 1) }
      takeProduct()
    }
    if begins("=") { take(rest.prefix { $0 != " " && $0 != ")" }.count) }
  }

  private static let ends: [Unicode.Scalar] = [" ", ")", "="]

  private mutating func takeProduct() {
    guard begins("\"") else {
      let id = rest.prefix { !Self.ends.contains($0) }
      // Skip a character that is not part of an id, so that the loop ends.
      if id.isEmpty { take(1) } else { take(.product, id) }
      return
    }
    var isEscaped = false
    let inside = rest.dropFirst().prefix { scalar in
      defer { isEscaped = scalar == "\\" && !isEscaped }
      return isEscaped || scalar != "\""
    }
    let written = rest.prefix(inside.count + 2)
    guard let document = try? JSONDocument(String(written)),
      let id = document.withRoot({ $0.string })
    else { return take(written.count) }
    pieces.append(.name(.product, id, parent: nil, written: String(written)))
    rest = rest.dropFirst(written.count)
  }
}
