import FlintModel
import FlintManifest
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
