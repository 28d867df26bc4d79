import FlintManifest
import FlintModel
import FlintText

extension LanguageServer {
  func completion(_ message: Message) throws(ResponseError) -> Result {
    try requestAtPosition(message) { (_, request, offset) throws(ResponseError) in
      CompletionContext.with(offset, in: request.recovered, as: request.grammar) { context in
        // Several grammars of one value can have the same keys and words.
        var texts: Set<ExactText> = []
        let items = CompletionItem.items(at: context, in: request).filter {
          texts.insert(ExactText($0.text)).inserted
        }
        let (range, lines) = (context.range, request.file.lines)
        return { writer in
          writer.array(of: items) { item, writer in
            item.write(replacing: range, in: lines, to: &writer)
          }
        }
      }
    }
  }
}

private struct CompletionItem {
  enum Kind: Int {
    case field = 5
    case value = 12
    case enumMember = 20
    case reference = 18
  }

  let label: String
  let kind: Kind
  var detail: String?

  let text: String

  func write(replacing range: Range<Int>, in lines: TextLines, to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("label", visible(label))
      writer.member("kind", kind.rawValue)
      if let detail { writer.member("detail", visible(detail)) }
      // The text that the user has typed begins with a quote, and so does `text`.
      writer.member("filterText", text)
      writer.key("textEdit")
      writer.edit(range, text, in: lines)
    }
  }

  static func items(at context: CompletionContext, in request: TextRequest) -> [CompletionItem] {
    // If no colon follows the key yet, the inserted text includes one.
    let next = request.file.text.bytes[context.range.upperBound...]
      .first { ![0x20, 0x0A, 0x0D, 0x09].contains($0) }
    let colon = next == UInt8(ascii: ":") ? "" : ": "
    switch context.content {
    case .key(let objects, let present):
      return Self.fitting(objects, present).flatMap(\.members).filter { key in
        present.index(ofSame: key.name) == nil
      }
      .map { key in
        CompletionItem(
          label: key.name, kind: .field, detail: key.grammar.schema.description,
          text: JSONText.quoted(key.name) + colon)
      }
    case .name(let role, let present):
      return names(role, at: context, in: request)
        .filter { present.index(ofSame: $0.label) == nil }
        .map {
          CompletionItem(
            label: $0.label, kind: $0.kind, detail: $0.detail, text: $0.text + colon)
        }
    case .value(let grammars):
      return grammars.flatMap { items($0, at: context, in: request) }
    }
  }

  private static func fitting(_ objects: [ObjectGrammar], _ present: [String]) -> [ObjectGrammar] {
    let fitting = objects.filter { object in
      present.allSatisfy { name in
        name.hasPrefix("$") || name.hasPrefix("x-") || object.members.contains { $0.name == name }
      }
    }
    return fitting.isEmpty ? objects : fitting
  }

  private static func items(
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
    case .value, .blocker, .list, .map, .object, .anyOf, .oneOf, .named, .extended, .replaced: []
    }
  }

  private static func names(
    _ role: NameRole, at context: CompletionContext, in request: TextRequest
  ) -> [CompletionItem] {
    // A declaration needs a new name, so there are no candidates.
    if role.declares, role.kind != .bucket { return [] }
    let parent = context.parentName(role)
    let found: [String]
    switch role.kind {
    case .permission: found = SystemPermission.allCases.map(\.name)
    case .platform: found = Platform.allCases.map(\.name)
    case .level, .value, .action:
      found = parent.flatMap { request.project?.names(role.kind, parent: $0) } ?? []
    case .file: found = request.project?.includable(in: request.file) ?? []
    case .feature, .product, .group, .attribute, .condition, .assumption, .bucket, .state, .team:
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
    for (key, value) in members {
      if key == "description", case .string(let text) = value { return text }
    }
    return nil
  }
}

struct CompletionContext {
  enum Content {
    case key(of: [ObjectGrammar], present: [String])

    /// A key that is a name.
    case name(NameRole, present: [String])
    case value([Grammar])
  }

  let content: Content

  /// Replaced by a completion.
  let range: Range<Int>

  private var object: JSONValue?

  private var key: JSONValue?

  /// A level's group, for example; nil without one.
  func parentName(_ role: NameRole) -> String? {
    switch role.scope {
    case .none: nil
    case .key: key?.string
    case .beside(let key): object?.members.first { $0.key.string == key }?.value.string
    }
  }

  /// Nil if nothing can be completed here.
  static func with<Result>(
    _ offset: Int, in recovered: RecoveredJSON, as grammar: Grammar,
    _ body: (CompletionContext) -> Result?
  ) -> Result? {
    recovered.document.withRoot { root in
      let search = CompletionContextSearch(offset: offset, recovered: recovered)
      let range = recovered.source(of: root.range) ?? 0..<0
      guard offset > range.lowerBound else { return nil }
      return search.context(in: root, [grammar], limit: .max, object: nil, key: nil).flatMap(body)
    }
  }

  /// Whether the word can be used here: not if it is a status that the permission of this place cannot have.
  func allows(_ word: String) -> Bool {
    guard let name = key?.string ?? object?.member("permission")?.string,
      let permission = SystemPermission(name: name),
      let status = SystemPermissionStatus(name: word)
    else { return true }
    return permission.allows(status)
  }

  fileprivate init(
    _ content: Content, _ range: Range<Int>, object: JSONValue?, key: JSONValue?
  ) {
    self.content = content
    self.range = range
    self.object = object
    self.key = key
  }
}

private struct CompletionContextSearch {
  let offset: Int
  let recovered: RecoveredJSON

  /// - Parameters:
  /// - limit: Where the value ends without a closing bracket.
  /// - key: The innermost key that is a name.
  func context(
    in value: JSONValue, _ grammars: [Grammar], limit: Int, object: JSONValue?, key: JSONValue?
  ) -> CompletionContext? {
    let grammars = grammars.flatMap(\.alternatives)
    switch value.kind {
    case .object:
      return isInside(value, limit)
        ? context(inObject: value, grammars, limit: end(of: value, limit), around: object, key: key)
        : CompletionContext(.value(grammars), offset..<offset, object: object, key: key)
    case .array:
      guard isInside(value, limit) else { return nil }
      let elements = grammars.compactMap { grammar in
        if case .list(let element) = grammar { element } else { nil }
      }
      let end = end(of: value, limit)
      for element in value.elements {
        guard let range = recovered.source(of: element.range) else { continue }
        let limit = next(after: element, in: value, else: end)
        if offset >= range.lowerBound, offset <= max(range.upperBound, self.end(of: element, limit))
        {
          return context(in: element, elements, limit: limit, object: object, key: key)
        }
      }
      return CompletionContext(
        .value(elements.flatMap(\.alternatives)), offset..<offset, object: object, key: key)
    case .string, .number, .bool, .null:
      return CompletionContext(
        .value(grammars), recovered.source(of: value.range) ?? offset..<offset, object: object,
        key: key)
    }
  }

  private func context(
    inObject value: JSONValue, _ grammars: [Grammar], limit: Int, around: JSONValue?,
    key: JSONValue?
  ) -> CompletionContext? {
    var member: (key: JSONValue, value: JSONValue)?
    for candidate in value.members {
      guard let range = recovered.source(of: candidate.key.range), range.lowerBound <= offset else {
        continue
      }
      member = candidate
    }
    guard let member, let keyRange = recovered.source(of: member.key.range) else {
      return keySpot(value, grammars, offset..<offset, key: key)
    }
    if offset <= keyRange.upperBound { return keySpot(value, grammars, keyRange, key: key) }
    let inner = grammars.compactMap { grammar -> Grammar? in
      switch grammar {
      case .object(let object): object.grammar(under: member.key)
      case .map(_, let value): value
      case .value, .name, .words, .boolean, .blocker, .list, .anyOf, .oneOf, .named, .extended,
        .replaced:
        nil
      }
    }
    let isMap = grammars.contains { if case .map = $0 { true } else { false } }
    let (object, key) = isMap ? (around, member.key) : (value, key)
    let limit = next(after: member.value, in: value, else: limit)
    guard let range = recovered.source(of: member.value.range) else {
      return hasComma(keyRange.upperBound)
        ? keySpot(value, grammars, offset..<offset, key: key)
        : CompletionContext(
          .value(inner.flatMap(\.alternatives)), offset..<offset, object: object, key: key)
    }
    if offset < range.lowerBound {
      return CompletionContext(
        .value(inner.flatMap(\.alternatives)), range, object: object, key: key)
    }
    if offset <= max(range.upperBound, end(of: member.value, limit)) {
      return context(in: member.value, inner, limit: limit, object: object, key: key)
    }
    return keySpot(value, grammars, offset..<offset, key: key)
  }

  private func keySpot(
    _ object: JSONValue, _ grammars: [Grammar], _ range: Range<Int>, key: JSONValue?
  ) -> CompletionContext? {
    let present = object.members.filter { recovered.source(of: $0.key.range) != range }
      .compactMap(\.key.string)
    let objects = grammars.compactMap { grammar in
      if case .object(let object) = grammar { object } else { nil }
    }
    if !objects.isEmpty {
      return CompletionContext(.key(of: objects, present: present), range, object: object, key: key)
    }
    for case .map(let role, _) in grammars {
      return CompletionContext(.name(role, present: present), range, object: object, key: key)
    }
    return nil
  }

  // MARK: Positions

  private func isInside(_ value: JSONValue, _ limit: Int) -> Bool {
    guard let range = recovered.source(of: value.range) else { return false }
    return offset > range.lowerBound && offset <= end(of: value, limit)
  }

  private func end(of value: JSONValue, _ limit: Int) -> Int {
    guard value.kind == .object || value.kind == .array else { return -1 }
    let last = value.range.upperBound - 1
    return recovered.source(of: last..<last + 1)?.lowerBound ?? limit
  }

  private func next(after child: JSONValue, in parent: JSONValue, else limit: Int) -> Int {
    let end = child.range.upperBound
    let siblings =
      parent.kind == .object ? parent.members.map(\.key) : parent.elements.map { $0 }
    let next = siblings.first { $0.start >= end }.flatMap { recovered.source(of: $0.range) }
    return next.map { $0.lowerBound - 1 } ?? limit
  }

  private func hasComma(_ start: Int) -> Bool {
    // This searches the text, because the recovered document may lack the comma.
    start < offset && sourceText[start..<min(offset, sourceText.count)].contains(UInt8(ascii: ","))
  }

  private var sourceText: UnsafeRawBufferPointer { recovered.sourceText.bytes }
}
