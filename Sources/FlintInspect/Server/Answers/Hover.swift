import FlintManifest
import FlintModel
import FlintText

extension LanguageServer {
  func hover(_ message: Message) throws(ResponseError) -> Result {
    try requestAtPosition(message) { (_, request, offset) throws(ResponseError) in
      if let occurrence = request.occurrence(at: offset) {
        let text = Self.describe(occurrence, in: request)
        return Self.hover(text, occurrence.range, request.file.lines)
      }
      return CompletionContext.with(offset, in: request.recovered, as: request.grammar) { context in
        guard case .key(let objects, _) = context.content, !context.range.isEmpty else {
          return nil
        }
        let name = request.file.text.bytes[context.range].dropFirst().dropLast()
        let key = objects.flatMap(\.members).first { $0.name.utf8.elementsEqual(name) }
        guard let key, let text = key.grammar.schema.description else { return nil }
        return Self.hover("\(key.name)\n\n\(text)", context.range, request.file.lines)
      }
    }
  }

  private static func hover(_ text: String, _ range: Range<Int>, _ lines: TextLines) -> Result {
    { writer in
      writer.object { writer in
        writer.key("contents")
        writer.object { writer in
          writer.member("kind", "plaintext")
          writer.member("value", text)
        }
        writer.key("range")
        writer.range(range, in: lines)
      }
    }
  }

  private static func describe(_ occurrence: SymbolOccurrence, in request: TextRequest) -> String {
    let symbol = occurrence.symbol
    let name = symbol.name.text
    var lines: [String] = []
    let manifest = request.project?.file?.manifest
    let title = manifest?.title(of: symbol)
    lines.append(title.map { "“\($0)”" } ?? "'\(name)'")
    lines.append(
      "\(symbol.kind.rawValue) '\(name)'"
        + (symbol.parent.map { " of '\($0.text)'" } ?? ""))
    if let manifest { lines += manifest.facts(of: symbol) }
    if let file = request.project?.includedFile(at: occurrence, in: request.file) {
      lines.append(file.contents)
    }
    return lines.map { visible($0) }.joined(separator: "\n")
  }
}

extension TextSnapshot {
  fileprivate var contents: String {
    let kinds = occurrences(as: .manifest).filter(\.declares).map(\.symbol.kind)
    let listed: [NameKind] = [
      .feature, .group, .product, .attribute, .condition, .assumption,
    ]
    let counts = listed.compactMap { kind -> String? in
      let count = kinds.count { $0 == kind }
      return count == 0 ? nil : counted(count, kind.rawValue)
    }
    return counts.isEmpty ? "no declarations" : "declares " + counts.joined(separator: ", ")
  }
}

extension Manifest {
  /// Nil if it is the id.
  func title(of symbol: ManifestSymbol) -> String? {
    let id = symbol.name.text
    let title: String? =
      switch symbol.kind {
      case .feature: features.first { $0.id.isSame(as: id) }?.name
      case .product: products.first { $0.id.isSame(as: id) }?.name
      case .group: groups.first { $0.id.isSame(as: id) }?.name
      case .attribute: attributes.first { $0.id.isSame(as: id) }?.name
      case .condition: conditions.first { $0.id.isSame(as: id) }?.name
      case .assumption: assumptions.first { $0.id.isSame(as: id) }?.name
      case .level, .value, .bucket, .state, .action, .team, .permission, .platform, .file: nil
      }
    return title == id ? nil : title
  }

  fileprivate func facts(of symbol: ManifestSymbol) -> [String] {
    let id = symbol.name.text
    switch symbol.kind {
    case .feature:
      guard let index = features.firstIndex(where: { $0.id.isSame(as: id) }) else { return [] }
      return facts(ofFeature: index)
    case .product:
      guard let product = products.first(where: { $0.id.isSame(as: id) }) else { return [] }
      let group = product.group.map { groups[$0] }
      let level = product.level.flatMap { level in group.map { $0.levels[level] } }
      let groupText = group.map { " of group '\($0.id)'" + (level.map { ", level '\($0)'" } ?? "") }
      return [product.type.name + (groupText ?? "")] + [product.description].compactMap(\.self)
    case .attribute:
      guard let attribute = attributes.first(where: { $0.id.isSame(as: id) }) else { return [] }
      return ["owner: \(attribute.owner.name)"] + [attribute.description].compactMap(\.self)
    case .group:
      guard let group = groups.first(where: { $0.id.isSame(as: id) }) else { return [] }
      let levels =
        group.levels.isEmpty ? [] : ["levels: " + group.levels.joined(separator: " < ")]
      return levels + [group.description].compactMap(\.self)
    case .condition:
      return [conditions.first { $0.id.isSame(as: id) }?.description].compactMap(\.self)
    case .assumption:
      return [assumptions.first { $0.id.isSame(as: id) }?.description].compactMap(\.self)
    case .level, .value, .bucket, .state, .action, .team, .permission, .platform, .file: return []
    }
  }

  private func facts(ofFeature index: Int) -> [String] {
    let feature = features[index]
    var lines = [feature.description].compactMap(\.self)
    if let team = team(of: index) { lines.append("team: \(team)") }
    let sentences = Sentences(Evaluator(self, in: initialState))
    let evaluation = Evaluator(self, in: initialState).evaluate(index)
    let state = defaultState.map { "in '\($0)'" } ?? "in a fresh install"
    lines.append("")
    lines.append(
      "\(evaluation.status.name) \(state): \(sentences.headline(of: evaluation))")
    if let step = evaluation.nextStep {
      lines.append("next step: \(step.message(in: sentences.state))")
    }
    return lines
  }
}
