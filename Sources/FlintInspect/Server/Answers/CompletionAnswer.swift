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

  /// In the repaired text, like all positions below.
  private let offset: Int
  private let recovered: RecoveredJSON

  /// Calls `body` with the context of an offset. Nil if nothing can be completed there.
  static func with<Result>(
    _ offset: Int, in request: TextRequest, _ body: (CompletionContext) -> Result?
  ) -> Result? {
    let recovered = request.recovered
    return recovered.document.withRoot { root in
      var context = CompletionContext(
        range: offset..<offset, offset: recovered.offset(ofSource: offset), recovered: recovered)
      guard context.offset > root.start, context.find(in: root, [request.grammar]) else {
        return nil
      }
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

  /// - Parameter replaced: The value or key at the offset.
  private mutating func set(_ content: Content, _ replaced: JSONValue?) -> Bool {
    self.content = content
    if let found = replaced.flatMap({ recovered.source(of: $0.range) }),
      range.lowerBound <= found.upperBound
    {
      range = found
    }
    return true
  }

  private mutating func setValue(_ grammars: [Grammar], _ replaced: JSONValue? = nil) -> Bool {
    set(.value(grammars.flatMap(\.alternatives)), replaced)
  }

  /// Finds what can be completed; false if nothing can.
  private mutating func find(in value: JSONValue, _ grammars: [Grammar]) -> Bool {
    let isInside = value.start < offset && offset < value.range.upperBound
    let alternatives = grammars.flatMap(\.alternatives)
    switch value.kind {
    case .object where isInside: return find(inObject: value, alternatives)
    case .object: return setValue(grammars)
    case .array where isInside: break
    case .array: return false
    case .string, .number, .bool, .null: return setValue(grammars, value)
    }
    let elements = alternatives.compactMap { grammar in
      if case .list(let element) = grammar { element } else { nil }
    }
    for element in value.elements
    where element.start <= offset && offset <= element.range.upperBound {
      return find(in: element, elements)
    }
    return setValue(elements)
  }

  private mutating func find(inObject value: JSONValue, _ grammars: [Grammar]) -> Bool {
    let member = value.members.filter { key, _ in
      key.start <= offset && recovered.source(of: key.range) != nil
    }.last
    guard let member, let keyRange = recovered.source(of: member.key.range) else {
      return setKey(of: value, grammars)
    }
    if range.lowerBound <= keyRange.upperBound { return setKey(of: value, grammars, member.key) }
    if offset > member.value.range.upperBound { return setKey(of: value, grammars) }
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
    return member.value.start <= offset
      ? find(in: member.value, inner) : setValue(inner, member.value)
  }

  private mutating func setKey(
    of object: JSONValue, _ grammars: [Grammar], _ replaced: JSONValue? = nil
  ) -> Bool {
    self.object = object
    present = object.members.filter { $0.key.index != replaced?.index }.compactMap(\.key.string)
    let objects = grammars.compactMap { grammar in
      if case .object(let object) = grammar { object } else { nil }
    }
    if !objects.isEmpty { return set(.key(objects), replaced) }
    for case .map(let role, _) in grammars { return set(.name(role), replaced) }
    return false
  }
}
