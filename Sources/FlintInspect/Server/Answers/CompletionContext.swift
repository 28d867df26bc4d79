import FlintModel
import FlintManifest
import FlintText

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
