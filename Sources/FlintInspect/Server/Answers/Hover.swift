extension LanguageServer {
  func hover(_ request: TextRequest) throws(ResponseError) -> JSONLiteral? {
    func answer(_ text: String, _ range: Range<Int>) -> JSONLiteral {
      [
        "contents": ["kind": "plaintext", "value": .string(text)],
        "range": request.file.lines.json(range),
      ]
    }
    if let occurrence = try request.occurrence() {
      return answer(Self.describe(occurrence, in: request), occurrence.range)
    }
    return CompletionContext.with(try request.offset(), in: request) { context in
      guard case .key(let objects) = context.content, !context.range.isEmpty else { return nil }
      let name = request.file.text.bytes[context.range].dropFirst().dropLast()
      let member = objects.flatMap(\.members).first { $0.key.utf8.elementsEqual(name) }
      guard let member, let text = member.grammar.schema.description else { return nil }
      return answer("\(member.key)\n\n\(text)", context.range)
    }
  }

  private static func describe(_ occurrence: SymbolOccurrence, in request: TextRequest) -> String {
    let symbol = occurrence.symbol
    let name = symbol.name.text
    var lines: [String] = []
    let manifest = request.project?.file?.manifest
    lines.append(manifest?.title(of: symbol).map { "“\($0)”" } ?? "'\(name)'")
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
    return counts.isEmpty ? "no declarations" : "declares \(counts.list())"
  }
}

extension Manifest {
  /// The symbol's display name; nil if it is the id.
  func title(of symbol: ManifestSymbol) -> String? {
    let title = entry(of: symbol)?.name
    return title.flatMap { $0 == symbol.name.text ? nil : $0 }
  }

  fileprivate func facts(of symbol: ManifestSymbol) -> [String] {
    guard let entry = entry(of: symbol) else { return [] }
    let description = [entry.description].compactMap(\.self)
    switch symbol.kind {
    case .feature: return description + facts(ofFeature: entry.index)
    case .product:
      let product = products[entry.index]
      var text = product.type.name
      if let group = product.group.map({ groups[$0] }) {
        text += " of group '\(group.id)'"
        if let level = product.level { text += ", level '\(group.levels[level])'" }
      }
      return [text] + description
    case .attribute: return ["owner: \(attributes[entry.index].owner.name)"] + description
    case .group where !groups[entry.index].levels.isEmpty:
      return ["levels: " + groups[entry.index].levels.joined(separator: " < ")] + description
    default: return description
    }
  }

  private func entry(
    of symbol: ManifestSymbol
  ) -> (index: Int, name: String, description: String?)? {
    func find(_ entries: [some Declaration]) -> (Int, String, String?)? {
      entries.firstIndex { $0.id.isSame(as: symbol.name.text) }
        .map { ($0, entries[$0].name, entries[$0].description) }
    }
    return switch symbol.kind {
    case .feature: find(features)
    case .product: find(products)
    case .group: find(groups)
    case .attribute: find(attributes)
    case .condition: find(conditions)
    case .assumption: find(assumptions)
    default: nil
    }
  }

  private func facts(ofFeature index: Int) -> [String] {
    let sentences = Sentences(Evaluator(self, in: initialState))
    let evaluation = Evaluator(self, in: initialState).evaluate(index)
    let state = defaultState.map { "in '\($0)'" } ?? "in a fresh install"
    return [
      team(of: index).map { "team: \($0)" }, "",
      "\(evaluation.status.name) \(state): \(sentences.evaluator.headline(of: evaluation))",
      evaluation.nextStep.map { "next step: \($0.message(in: sentences.state))" },
    ].compactMap(\.self)
  }
}
