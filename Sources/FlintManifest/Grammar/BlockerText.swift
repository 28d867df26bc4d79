import FlintModel
import FlintText

/// The id of a blocker (a constraint that keeps a feature from being available), split into the names in it and the
/// text between them. An example is `smart-playlists/purchase:SUB0001 or group:main>=plus`, which contains a feature, a
/// product, a subscription group and a level.
package struct BlockerText {
  package enum Piece {
    case text(String)

    /// A name, such as a product's id. `parent` is the name of the entity that contains it, such as the subscription
    /// group of a level; nil if there is none. `written` is the name as the text contains it: the id of a product may
    /// be in quotes.
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

  /// Returns the id of the blocker (a constraint that keeps a feature from being available), such as
  /// `purchase:SUB0001`, with each name in it replaced by the result of `rename`, or kept if the result is nil.
  /// `parent` is the id of the subscription group if the name is a level (a rank in the group), and nil for all other
  /// names.
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

  /// Returns a product's id as it is written in the id of a constraint, such as `purchase:SUB0001`. An id that contains
  /// special characters, such as a space, is written in quotes.
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

  /// The characters that can follow a name if it is not in quotes. In `purchase:A or B`, a space follows the name `A`.
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
