extension LanguageServer {
  func completion(_ request: TextRequest) throws(ResponseError) -> JSONLiteral? {
    let offset = try request.offset()
    return CompletionContext.with(offset, in: request) { context in
      // Several grammars of one value can have the same keys and words.
      var texts: Set<ExactText> = []
      return .array(
        CompletionItem.items(at: context, in: request).filter {
          texts.insert(ExactText($0.text)).inserted
        }.map { $0.json(replacing: context.range, in: request.file.lines) })
    }
  }
}

private struct CompletionItem {
  /// Values of the protocol's `CompletionItemKind`.
  enum Kind: Int {
    case field = 5
    case value = 12
    case enumMember = 20
    case reference = 18
  }

  let label: String
  let kind: Kind
  var detail: String?

  var text: String

  func json(replacing range: Range<Int>, in lines: TextLines) -> JSONLiteral {
    // The text that the user has typed begins with a quote, and so does `text`.
    [
      "label": .string(visible(label)), "kind": .number(kind.rawValue),
      "detail": detail.map { .string(visible($0)) }, "filterText": .string(text),
      "textEdit": lines.edit(range, text),
    ]
  }

  static func items(at context: CompletionContext, in request: TextRequest) -> [CompletionItem] {
    let found: [CompletionItem]
    switch context.content {
    case .value(let grammars):
      return grammars.flatMap { items($0, at: context, in: request) }
    case .key(let objects):
      found = Self.fitting(objects, context.present).flatMap(\.members).map { key, grammar in
        CompletionItem(
          label: key, kind: .field, detail: grammar.schema.description,
          text: JSONText.quoted(key))
      }
    case .name(let role): found = names(role, at: context, in: request)
    }
    // If no colon follows the key yet, the inserted text includes one.
    let next = request.file.text.bytes[context.range.upperBound...]
      .first { ![0x20, 0x0A, 0x0D, 0x09].contains($0) }
    return found.filter { context.present.index(ofSame: $0.label) == nil }.map { item in
      var item = item
      if next != ":" { item.text += ": " }
      return item
    }
  }

  static func fitting(_ objects: [ObjectGrammar], _ present: [String]) -> [ObjectGrammar] {
    let fitting = objects.filter { object in
      present.allSatisfy { name in
        name.hasPrefix("$") || name.hasPrefix("x-") || object.names.contains(name)
      }
    }
    return fitting.isEmpty ? objects : fitting
  }

  static func items(
    _ grammar: Grammar, at context: CompletionContext, in request: TextRequest
  ) -> [CompletionItem] {
    switch grammar {
    case .name(let role): names(role, at: context, in: request)
    case .words(let words):
      words.filter(context.allows).map {
        CompletionItem(label: $0, kind: .enumMember, text: JSONText.quoted($0))
      }
    case .boolean:
      ["true", "false"].map { CompletionItem(label: $0, kind: .value, text: $0) }
    default: []
    }
  }

  static func names(
    _ role: NameRole, at context: CompletionContext, in request: TextRequest
  ) -> [CompletionItem] {
    // A declaration needs a new name, so there are no candidates.
    if role.declares, role.kind != .bucket { return [] }
    let found: [String]
    switch role.kind {
    case .permission: found = SystemPermission.allCases.map(\.name)
    case .platform: found = Platform.allCases.map(\.name)
    case .level, .value, .action:
      let parent = context.parentName(role)
      found = parent.flatMap { request.project?.names(role.kind, parent: $0) } ?? []
    case .file: found = request.project?.includable(in: request.file) ?? []
    default:
      found = request.project?.names(role.kind, parent: nil) ?? []
    }
    let manifest = request.project?.file?.manifest
    return found.map { name in
      CompletionItem(
        label: name, kind: .reference, detail: manifest?.title(of: ManifestSymbol(role.kind, name)),
        text: JSONText.quoted(name))
    }
  }
}

extension Schema {
  var description: String? {
    guard case .object(let members) = self else { return nil }
    for case ("description", .string(let text)) in members { return text }
    return nil
  }
}

/// The keys or values allowed at an offset.
struct CompletionContext {
  enum Content {
    case key([ObjectGrammar])

    /// A key that is a name, such as a feature's id.
    case name(NameRole)
    case value([Grammar])
  }

  var content = Content.value([])

  /// The bytes that a completion replaces.
  var range: Range<Int>

  /// The other keys of the object around the offset.
  var present: [String] = []

  private var object: JSONValue?

  /// The innermost key around the offset that is a name.
  private var key: JSONValue?

  private let offset: Int
  private let recovered: RecoveredJSON

  /// Calls `body` with the context of an offset. Nil if nothing can be completed there.
  static func with<Result>(
    _ offset: Int, in request: TextRequest, _ body: (CompletionContext) -> Result?
  ) -> Result? {
    let recovered = request.recovered
    return recovered.document.withRoot { root in
      var context = CompletionContext(
        range: offset..<offset, offset: offset, recovered: recovered)
      guard offset > recovered.source(of: root.range)?.lowerBound ?? 0,
        context.find(in: root, [request.grammar], before: .max)
      else { return nil }
      return body(context)
    }
  }

  /// The name on which names of this role depend. For a level, it is the group's name.
  func parentName(_ role: NameRole) -> String? {
    switch role.scope {
    case .none: nil
    case .key: key?.string
    case .beside(let key): object?.members.first { $0.key.string == key }?.value.string
    }
  }

  /// Whether the word is a possible value here. False for a status that the permission cannot have.
  func allows(_ word: String) -> Bool {
    guard let name = key?.string ?? object?.member("permission")?.string,
      let permission = SystemPermission(name: name),
      let status = SystemPermissionStatus(name: word)
    else { return true }
    return permission.allows(status)
  }

  // MARK: Finding

  private mutating func set(_ content: Content, _ range: Range<Int>? = nil) -> Bool {
    self.content = content
    if let range { self.range = range }
    return true
  }

  private mutating func setValue(_ grammars: [Grammar], _ range: Range<Int>? = nil) -> Bool {
    set(.value(grammars.flatMap(\.alternatives)), range)
  }

  /// Finds what can be completed; false if nothing can.
  /// - Parameter limit: Where the value ends if its closing bracket is missing.
  private mutating func find(
    in value: JSONValue, _ grammars: [Grammar], before limit: Int
  ) -> Bool {
    let range = recovered.source(of: value.range)
    let end = end(of: value, limit)
    let isInside = range.map { $0.lowerBound < offset && offset <= end } ?? false
    let alternatives = grammars.flatMap(\.alternatives)
    switch value.kind {
    case .object where isInside: return find(inObject: value, alternatives, before: end)
    case .object: return setValue(grammars)
    case .array where isInside: break
    case .array: return false
    case .string, .number, .bool, .null: return setValue(grammars, range)
    }
    let elements = alternatives.compactMap { grammar in
      if case .list(let element) = grammar { element } else { nil }
    }
    for element in value.elements {
      guard let range = recovered.source(of: element.range) else { continue }
      let limit = next(after: element, in: value.elements.map(\.self)) ?? end
      if offset >= range.lowerBound, offset <= max(range.upperBound, self.end(of: element, limit)) {
        return find(in: element, elements, before: limit)
      }
    }
    return setValue(elements)
  }

  private mutating func find(
    inObject value: JSONValue, _ grammars: [Grammar], before end: Int
  ) -> Bool {
    let member = value.members.filter { member in
      recovered.source(of: member.key.range).map { $0.lowerBound <= offset } ?? false
    }.last
    guard let member, let keyRange = recovered.source(of: member.key.range) else {
      return setKey(of: value, grammars)
    }
    if offset <= keyRange.upperBound { return setKey(of: value, grammars, keyRange) }
    let limit = next(after: member.value, in: value.members.map(\.key)) ?? end
    let range = recovered.source(of: member.value.range)
    let isAfterValue =
      if let range {
        offset > max(range.upperBound, self.end(of: member.value, limit))
      } else {
        hasComma(after: keyRange.upperBound)
      }
    if isAfterValue { return setKey(of: value, grammars) }
    let inner = grammars.compactMap { grammar -> Grammar? in
      switch grammar {
      case .object(let object): object.grammar(under: member.key)
      case .map(_, let value): value
      default: nil
      }
    }
    if grammars.contains(where: { if case .map = $0 { true } else { false } }) {
      key = member.key
    } else {
      object = value
    }
    guard let range, range.lowerBound <= offset else { return setValue(inner, range) }
    return find(in: member.value, inner, before: limit)
  }

  private mutating func setKey(
    of object: JSONValue, _ grammars: [Grammar], _ range: Range<Int>? = nil
  ) -> Bool {
    self.object = object
    let range = range ?? offset..<offset
    present = object.members.filter { recovered.source(of: $0.key.range) != range }
      .compactMap(\.key.string)
    let objects = grammars.compactMap { grammar in
      if case .object(let object) = grammar { object } else { nil }
    }
    if !objects.isEmpty { return set(.key(objects), range) }
    for case .map(let role, _) in grammars { return set(.name(role), range) }
    return false
  }

  // MARK: Positions

  /// Where a container's closing bracket is or should be.
  private func end(of value: JSONValue, _ limit: Int) -> Int {
    guard value.kind == .object || value.kind == .array else { return -1 }
    let last = value.range.upperBound - 1
    return recovered.source(of: last..<last + 1)?.lowerBound ?? limit
  }

  private func next(after child: JSONValue, in siblings: [JSONValue]) -> Int? {
    siblings.first { $0.start >= child.range.upperBound }.flatMap {
      recovered.source(of: $0.range)
    }
    .map { $0.lowerBound - 1 }
  }

  private func hasComma(after start: Int) -> Bool {
    // This searches the text, because the recovered document may lack the comma.
    let text = recovered.sourceText.bytes
    return start < offset && text[start..<min(offset, text.count)].contains { $0 == "," }
  }
}
