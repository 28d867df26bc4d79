package import FlintCore
package import FlintManifest
package import FlintText

/// The one piece of text that adds products to a manifest; every other byte of the manifest stays as it is.
///
/// The piece follows the file's own layout: its line ends and indentation, a product on one line or on several, with or
/// without white space after colons and commas.
package struct ProductInsertion {
  private let source: SourceText
  private let offset: Int
  private let piece: String

  /// - Parameter products: None that the manifest declares already, and at least one.
  package init(of products: [ProductDeclaration], into file: ManifestFile) {
    source = file.source.text
    (offset, piece) = file.document.withRoot { root in
      let layout = Layout(of: root, in: file.source.text)
      guard let list = root.member("products") else {
        return layout.newList(
          of: products, after: root.member("app") ?? root.member("manifestVersion"))
      }
      guard let last = Array(list.elements).last else {
        return (list.start + 1, layout.firstElements(products, of: list))
      }
      return (last.range.upperBound, layout.furtherElements(products, after: last))
    }
  }

  /// The whole text with the products in it.
  package func write(to sink: inout ByteSink) {
    sink.append(source, ..<offset)
    sink.append(piece)
    sink.append(source, offset...)
  }
}

/// How a manifest is laid out.
private struct Layout {
  private let text: SourceText
  private let root: JSONValue
  private let lineEnd: String
  /// One level; nil where the manifest is not spread over lines.
  private let indentation: String?
  /// Whether white space follows a colon.
  private let isSpaced: Bool

  init(of root: JSONValue, in text: SourceText) {
    self.text = text
    self.root = root
    let first = root.members.first { _ in true }
    indentation = first.flatMap { Self.lineIndentation(before: $0.key.start, in: text) }
    let newLine = text.bytes.firstIndex(of: 0x0A)
    lineEnd = newLine.map { $0 > 0 && text.bytes[$0 - 1] == 0x0D ? "\r\n" : "\n" } ?? "\n"
    isSpaced = first.map { text.bytes[$0.value.start - 1] != UInt8(ascii: ":") } ?? true
  }

  /// The white space between the beginning of the line and an offset; nil where something else is there.
  private static func lineIndentation(before offset: Int, in text: SourceText) -> String? {
    var start = offset
    while start > 0, text.bytes[start - 1] == 0x20 || text.bytes[start - 1] == 0x09 { start -= 1 }
    guard start > 0, text.bytes[start - 1] == 0x0A || text.bytes[start - 1] == 0x0D else {
      return nil
    }
    return String(decoding: text.bytes[start..<offset], as: UTF8.self)
  }

  private var comma: String { isSpaced ? ", " : "," }

  // MARK: Pieces

  func newList(of products: [ProductDeclaration], after member: JSONValue?) -> (Int, String) {
    let key = isSpaced ? "\"products\": " : "\"products\":"
    let offset = member?.range.upperBound ?? root.start + 1
    guard let indentation else { return (offset, comma + key + "[" + list(products) + "]") }
    let lead = "," + lineEnd + indentation + key
    return (
      offset, lead + "[" + lines(products, indentation + indentation) + lineEnd + indentation + "]"
    )
  }

  func firstElements(_ products: [ProductDeclaration], of list: JSONValue) -> String {
    guard let indentation else { return self.list(products) }
    let inner = lines(products, indentation + indentation)
    // An empty list may be open over two lines already.
    let isOpen = text.bytes[list.range].contains { $0 == 0x0A || $0 == 0x0D }
    return isOpen ? inner : inner + lineEnd + indentation
  }

  func furtherElements(_ products: [ProductDeclaration], after last: JSONValue) -> String {
    guard let indentation = Self.lineIndentation(before: last.start, in: text) else {
      return comma + list(products)
    }
    let member = last.members.first { _ in true }?.key
    let inner = member.flatMap { Self.lineIndentation(before: $0.start, in: text) }
    return "," + lines(products, indentation, inner)
  }

  // MARK: Products

  private func list(_ products: [ProductDeclaration]) -> String {
    products.map { line($0) }.joined(separator: comma)
  }

  /// Each product on a line of its own, or on several where `inner` is the indentation of its members.
  private func lines(
    _ products: [ProductDeclaration], _ indentation: String, _ inner: String? = nil
  ) -> String {
    products.map { product in
      lineEnd + indentation + (inner.map { spread(product, indentation, $0) } ?? line(product))
    }.joined(separator: ",")
  }

  private func line(_ product: ProductDeclaration) -> String {
    let members = members(of: product).joined(separator: comma)
    return isSpaced ? "{ \(members) }" : "{\(members)}"
  }

  private func spread(
    _ product: ProductDeclaration, _ indentation: String, _ inner: String
  ) -> String {
    let members = members(of: product).map { lineEnd + inner + $0 }.joined(separator: ",")
    return "{" + members + lineEnd + indentation + "}"
  }

  private func members(of product: ProductDeclaration) -> [String] {
    var members = [("id", product.id)]
    if product.name != product.id { members.append(("name", product.name)) }
    members.append(("type", product.type.name))
    if let description = product.description { members.append(("description", description)) }
    let colon = isSpaced ? "\": " : "\":"
    return members.map { key, value in "\"" + key + colon + JSONText.quoted(value) }
  }
}
