import FlintCore
package import FlintManifest
package import FlintText

/// The pieces of text that add products and groups to a manifest; every other byte of the manifest stays as it is.
///
/// The pieces follow the file's own layout: its line ends and indentation, a product on one line or on several, with or
/// without white space after colons and commas.
package struct ProductInsertion {
  private let source: SourceText
  /// In the order of the text.
  private let pieces: [(offset: Int, text: String)]

  /// The files that change, by their numbers among the source's: what is new stands in the manifest itself, what is
  /// declared gains something where it stands.
  package static func files(of additions: StoreAdditions, in file: ManifestFile) -> [Int] {
    let places = ManifestPlaces(file)
    var changed = Set(
      additions.places.map { file.source.place(of: places.product($0.product)).file })
    if !additions.groups.isEmpty || !additions.products.isEmpty { changed.insert(0) }
    return changed.sorted()
  }

  /// - Parameter number: which of the files that make up the manifest.
  package init(of additions: StoreAdditions, into file: ManifestFile, number: Int = 0) {
    let part = file.parts.isEmpty ? nil : file.parts[number]
    let source = part?.source.text ?? file.source.text
    self.source = source
    let places = ManifestPlaces(file)
    let pieces = (part?.document ?? file.document).withRoot { root in
      let layout = Layout(of: root, in: source)
      var pieces: [(offset: Int, text: String)] = []
      if number == 0, !additions.groups.isEmpty {
        pieces.append(
          layout.piece(of: additions.groups.map { layout.members(of: $0) }, in: "groups"))
      }
      if number == 0, !additions.products.isEmpty {
        let products = additions.products.map { layout.members(of: $0.declaration, $0.place) }
        pieces.append(layout.piece(of: products, in: "products"))
      }
      let declared = root.member("products").map { Array($0.elements) } ?? []
      for (index, place) in additions.places {
        let id = file.source.place(of: places.product(index))
        guard id.file == number,
          let product = declared.first(where: { $0.range.contains(id.range.lowerBound) }),
          let piece = layout.piece(adding: layout.members(of: place), to: product)
        else { continue }
        pieces.append(piece)
      }
      return pieces
    }
    // Pieces at one place stay in their order.
    self.pieces = pieces.enumerated()
      .sorted { ($0.element.offset, $0.offset) < ($1.element.offset, $1.offset) }
      .map(\.element)
  }

  /// The whole text with the products in it.
  package func write(to sink: inout ByteSink) {
    var start = 0
    for (offset, piece) in pieces {
      sink.append(source, start..<offset)
      sink.append(piece)
      start = offset
    }
    sink.append(source, start...)
  }
}

/// What is added, in the layout of a manifest.
private struct Layout {
  private let text: SourceText
  private let root: JSONValue
  private let layout: JSONLayout

  init(of root: JSONValue, in text: SourceText) {
    self.text = text
    self.root = root
    layout = JSONLayout(of: root, in: text)
  }

  private var lineEnd: String { layout.lineEnd }
  private var indentation: String? { layout.indentation }
  private var isSpaced: Bool { layout.isSpaced }
  private var comma: String { layout.comma }

  // MARK: Pieces

  /// A member of an object as text.
  typealias Members = [String]

  /// The piece that adds elements to a list of the root, which may not be there yet.
  func piece(of elements: [Members], in key: StaticString) -> (offset: Int, text: String) {
    guard let list = root.member(key) else {
      return newList(key, of: elements, after: root.member("app") ?? root.member("manifestVersion"))
    }
    guard let last = Array(list.elements).last else {
      return (list.start + 1, firstElements(elements, of: list))
    }
    return (last.range.upperBound, furtherElements(elements, after: last))
  }

  /// The piece that adds members to an object that has some.
  func piece(adding members: Members, to object: JSONValue) -> (offset: Int, text: String)? {
    guard let last = Array(object.members).last else { return nil }
    let inner = layout.lineIndentation(before: last.key.start)
    let separator = inner.map { "," + lineEnd + $0 } ?? comma
    return (last.value.range.upperBound, members.map { separator + $0 }.joined())
  }

  private func newList(
    _ key: StaticString, of elements: [Members], after member: JSONValue?
  ) -> (Int, String) {
    let key = isSpaced ? "\"\(key)\": " : "\"\(key)\":"
    let offset = member?.range.upperBound ?? root.start + 1
    guard let indentation else { return (offset, comma + key + "[" + list(elements) + "]") }
    let lead = "," + lineEnd + indentation + key
    return (
      offset, lead + "[" + lines(elements, indentation + indentation) + lineEnd + indentation + "]"
    )
  }

  private func firstElements(_ elements: [Members], of list: JSONValue) -> String {
    guard let indentation else { return self.list(elements) }
    let inner = lines(elements, indentation + indentation)
    // An empty list may be open over two lines already.
    return layout.isSpread(list) ? inner : inner + lineEnd + indentation
  }

  private func furtherElements(_ elements: [Members], after last: JSONValue) -> String {
    guard let indentation = layout.lineIndentation(before: last.start) else {
      return comma + list(elements)
    }
    let member = last.members.first { _ in true }?.key
    let inner = member.flatMap { layout.lineIndentation(before: $0.start) }
    return "," + lines(elements, indentation, inner)
  }

  // MARK: Elements

  private func list(_ elements: [Members]) -> String {
    elements.map { line($0) }.joined(separator: comma)
  }

  /// Each element on a line of its own, or on several where `inner` is the indentation of its members.
  private func lines(
    _ elements: [Members], _ indentation: String, _ inner: String? = nil
  ) -> String {
    elements.map { element in
      lineEnd + indentation + (inner.map { spread(element, indentation, $0) } ?? line(element))
    }.joined(separator: ",")
  }

  private func line(_ members: Members) -> String {
    let members = members.joined(separator: comma)
    return isSpaced ? "{ \(members) }" : "{\(members)}"
  }

  private func spread(_ members: Members, _ indentation: String, _ inner: String) -> String {
    let members = members.map { lineEnd + inner + $0 }.joined(separator: ",")
    return "{" + members + lineEnd + indentation + "}"
  }

  // MARK: Members

  private func member(_ key: String, _ json: String) -> String {
    "\"" + key + (isSpaced ? "\": " : "\":") + json
  }

  func members(of product: ProductDeclaration, _ place: StoreAdditions.Place?) -> Members {
    var members = [member("id", JSONText.quoted(product.id))]
    if product.name != product.id { members.append(member("name", JSONText.quoted(product.name))) }
    members.append(member("type", JSONText.quoted(product.type.name)))
    if let description = product.description {
      members.append(member("description", JSONText.quoted(description)))
    }
    return members + (place.map { self.members(of: $0) } ?? [])
  }

  func members(of place: StoreAdditions.Place) -> Members {
    [member("group", JSONText.quoted(place.group))]
      + (place.level.map { [member("level", JSONText.quoted($0))] } ?? [])
  }

  func members(of group: GroupDeclaration) -> Members {
    var members = [member("id", JSONText.quoted(group.id))]
    if group.name != group.id { members.append(member("name", JSONText.quoted(group.name))) }
    if !group.levels.isEmpty {
      let levels = group.levels.map { JSONText.quoted($0) }.joined(separator: comma)
      members.append(member("levels", "[" + levels + "]"))
    }
    return members
  }
}
