import FlintText

/// A writer that adds elements to the lists of a JSON file in the style of the file. It uses the same line ends, the
/// same indentation, the same white space after colons and commas, and elements on one line or on several.
struct ListLayout {
  /// The layout of an element that is added to a list, or that replaces one: on one line or on several lines.
  enum ElementForm {
    /// All keys and values of the list element, a JSON object, are on one line. `indentation` is the indentation of
    /// this line, or nil if the element shares the line with other elements.
    case line(indentation: String?)
    /// Each key of the list element, a JSON object, is on a line of its own, together with its value. `indentation` is
    /// the indentation of the element's braces, and `inner` that of the keys.
    case lines(indentation: String, inner: String)
  }

  private let root: JSONValue
  private let layout: JSONLayout

  init(of root: JSONValue, in text: SourceText) {
    self.root = root
    layout = JSONLayout(of: root, in: text)
  }

  var lineEnd: String { layout.lineEnd }
  var isSpaced: Bool { layout.isSpaced }
  var comma: String { layout.comma }

  // MARK: Lists

  /// Adds elements to a list of the root object. If the list is missing, it is created after the key `app` or, without
  /// that, after `manifestVersion`.
  ///
  /// - Parameter element: A closure that returns the JSON of a new element, given its index among the new elements and
  ///   the layout to use.
  func add(
    _ count: Int, to key: StaticString, in edits: inout TextEdits,
    _ element: (Int, ElementForm) -> String
  ) {
    if count == 0 { return }
    guard let list = root.member(key) else {
      let previous = root.member("app") ?? root.member("manifestVersion")
      let offset = previous?.range.upperBound ?? root.start + 1
      return edits.insert(newList(key, count, element), at: offset)
    }
    guard let last = Array(list.elements).last else {
      return edits.insert(firstElements(count, of: list, element), at: list.start + 1)
    }
    edits.insert(furtherElements(count, after: last, element), at: last.range.upperBound)
  }

  private typealias Element = (Int, ElementForm) -> String

  private func newList(_ key: StaticString, _ count: Int, _ element: Element) -> String {
    let key = isSpaced ? "\"\(key)\": " : "\"\(key)\":"
    guard let indentation = layout.indentation else {
      return comma + key + "[" + onOneLine(count, element) + "]"
    }
    let inner = indentation + indentation
    return "," + lineEnd + indentation + key + "[" + onLines(count, inner, nil, element) + lineEnd
      + indentation + "]"
  }

  private func firstElements(_ count: Int, of list: JSONValue, _ element: Element) -> String {
    guard let indentation = layout.indentation else { return onOneLine(count, element) }
    let inner = onLines(count, indentation + indentation, nil, element)
    // The brackets of the empty list may already be on two lines.
    return layout.isSpread(list) ? inner : inner + lineEnd + indentation
  }

  private func furtherElements(_ count: Int, after last: JSONValue, _ element: Element) -> String {
    guard let indentation = layout.lineIndentation(before: last.start) else {
      return comma + onOneLine(count, element)
    }
    return "," + onLines(count, indentation, form(of: last), element)
  }

  /// Returns the layout of an existing element that extends over several lines. Returns nil if the first key is on the
  /// same line as the opening brace, or if other text precedes the element on its line.
  private func form(of element: JSONValue) -> ElementForm? {
    guard let indentation = layout.lineIndentation(before: element.start),
      let member = element.members.first(where: { _ in true })?.key,
      let inner = layout.lineIndentation(before: member.start)
    else { return nil }
    return .lines(indentation: indentation, inner: inner)
  }

  /// Returns the layout of an existing element, so that the JSON that replaces the element can have the same layout.
  func replacementForm(of element: JSONValue) -> ElementForm {
    form(of: element) ?? .line(indentation: layout.lineIndentation(before: element.start))
  }

  private func onOneLine(_ count: Int, _ element: Element) -> String {
    (0..<count).map { element($0, .line(indentation: nil)) }.joined(separator: comma)
  }

  /// Returns the JSON of several list elements, each of which begins on a new line. The closure `element` returns the
  /// JSON of one of them.
  private func onLines(
    _ count: Int, _ indentation: String, _ form: ElementForm?, _ element: Element
  ) -> String {
    let form = form ?? .line(indentation: indentation)
    return (0..<count).map { lineEnd + indentation + element($0, form) }.joined(separator: ",")
  }

  // MARK: Elements

  /// Returns the JSON of an object with the layout `form`. Each of `members` is the JSON of one key and its value.
  func object(_ members: [String], _ form: ElementForm) -> String {
    switch form {
    case .line:
      let members = members.joined(separator: comma)
      return isSpaced ? "{ \(members) }" : "{\(members)}"
    case .lines(let indentation, let inner):
      let members = members.map { lineEnd + inner + $0 }.joined(separator: ",")
      return "{" + members + lineEnd + indentation + "}"
    }
  }

  func member(_ key: String, _ json: String) -> String {
    "\"" + key + (isSpaced ? "\": " : "\":") + json
  }

  /// Adds keys with their values to an object that is not empty. Each of `members` is the JSON of one key and its
  /// value.
  func add(_ members: [String], to object: JSONValue, in edits: inout TextEdits) {
    guard let last = Array(object.members).last else { return }
    let inner = layout.lineIndentation(before: last.key.start)
    let separator = inner.map { "," + lineEnd + $0 } ?? comma
    edits.insert(members.map { separator + $0 }.joined(), at: last.value.range.upperBound)
  }

  /// Returns the JSON of a list element, which the closure `write` writes. The JSON is on one line if this line has at
  /// most ``maxLineLength`` bytes, if `form` says that the element shares its line with other elements, or if the JSON
  /// file has no white space after colons. Otherwise, it is on several lines with the indentation in `form`.
  func element(_ form: ElementForm, _ write: (inout JSONWriter) -> Void) -> String {
    var writer = JSONWriter(isSpaced ? .pretty : .compact)
    write(&writer)
    let json = writer.text
    var line = ""
    // Each line feed separates two lines of the output, because JSON strings contain no raw line feeds.
    for piece in json.split(whereSeparator: { $0 == "\n" }).map({ $0.drop { $0 == " " } }) {
      if !line.isEmpty, !line.hasSuffix("["), !piece.hasPrefix("]") { line += " " }
      line += piece
    }
    switch form {
    case .line(let indentation?) where line.utf8.count > Self.maxLineLength,
      .lines(let indentation, _) where line.utf8.count > Self.maxLineLength:
      return isSpaced ? layout.reindented(json, indentedBy: indentation) : line
    case .line, .lines: return line
    }
  }

  private static let maxLineLength = 100
}
