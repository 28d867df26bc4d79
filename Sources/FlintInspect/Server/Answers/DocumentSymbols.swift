extension LanguageServer {
  func documentSymbols(_ request: TextRequest) -> JSONLiteral {
    request.recovered.document.withRoot { root in
      switch request.kind {
      case .manifest: .array(request.symbols(ofManifest: root))
      case .scenarios: .array(request.symbols(of: root.member("scenarios"), name: "name", .event))
      case .state: []
      }
    }
  }
}

/// Values of the protocol's `SymbolKind`.
private enum SymbolKind: Int {
  case file = 1
  case namespace = 3
  case `class` = 5
  case property = 7
  case variable = 13
  case constant = 14
  case boolean = 17
  case event = 24
}

extension TextRequest {
  fileprivate func symbols(ofManifest root: JSONValue) -> [JSONLiteral] {
    root.members.flatMap { key, member -> [JSONLiteral] in
      switch key {
      case "groups": symbols(of: member, .namespace)
      case "products": symbols(of: member, .constant)
      case "attributes": symbols(of: member, .property)
      case "conditions", "assume": symbols(of: member, .boolean)
      case "features": features(member)
      case "states":
        member.members.compactMap { key, state in
          guard let selection = source(of: key) else { return nil }
          let range =
            selection
            .lowerBound..<max(
              source(of: state)?.upperBound ?? selection.upperBound, selection.upperBound)
          return symbol(key, range, selection, .variable)
        }
      default: []
      }
    }
  }

  private func features(_ list: JSONValue) -> [JSONLiteral] {
    list.elements.flatMap { feature in
      if let include = symbol(feature, name: "include", .file) { return [include] }
      let children = feature.member("features").map { features($0) } ?? []
      return symbol(feature, .class, children: children).map { [$0] } ?? children
    }
  }

  /// - Parameter name: The key under which each element's name is.
  fileprivate func symbols(
    of list: JSONValue?, name: StaticString = "id", _ kind: SymbolKind
  ) -> [JSONLiteral] {
    list?.elements.compactMap { symbol($0, name: name, kind) } ?? []
  }

  private func symbol(
    _ value: JSONValue, name key: StaticString = "id", _ kind: SymbolKind,
    children: [JSONLiteral] = []
  ) -> JSONLiteral? {
    guard let range = source(of: value), let name = value.member(key),
      let selection = source(of: name)
    else { return nil }
    let detail = key.description == "id" ? value.member("name")?.string : nil
    return symbol(name, detail: detail, range, selection, kind, children: children)
  }

  /// An entry of the outline. Nil if the name is empty or not a string.
  private func symbol(
    _ name: JSONValue, detail: String? = nil, _ range: Range<Int>, _ selection: Range<Int>,
    _ kind: SymbolKind, children: [JSONLiteral] = []
  ) -> JSONLiteral? {
    guard let name = name.string, !name.isEmpty else { return nil }
    return [
      "name": .string(visible(name)), "detail": detail.map { .string(visible($0)) },
      "kind": .number(kind.rawValue), "range": file.lines.json(range),
      "selectionRange": file.lines.json(selection), "children": .array(children),
    ]
  }
}

/// Lines above declarations: a feature's statuses, or a scenario's result.
extension LanguageServer {
  func codeLens(_ request: TextRequest) -> JSONLiteral {
    guard let file = request.project?.file else { return [] }
    let lenses: [(range: Range<Int>, title: String)] =
      switch request.kind {
      case .manifest: Self.features(of: file.manifest, in: request)
      case .scenarios: Self.scenarios(for: file, in: request)
      case .state: []
      }
    return .array(
      lenses.map { range, title -> JSONLiteral in
        // The lens only shows information; it has no command.
        [
          "range": request.file.lines.json(range),
          "command": ["title": .string(visible(title)), "command": ""],
        ]
      })
  }

  private static func features(
    of manifest: Manifest, in request: TextRequest
  ) -> [(range: Range<Int>, title: String)] {
    var states = manifest.states.prefix(stateLimit).map { ($0.name, $0.state) }
    if states.isEmpty { states = [("fresh install", manifest.freshInstall)] }
    let statuses = states.map { Evaluator(manifest, in: $0.1).statuses() }
    let more = manifest.states.count - stateLimit
    let numbers = NameIndex(manifest.features.map(\.id))
    return request.file.occurrences(as: .manifest).compactMap { occurrence in
      guard occurrence.declares, occurrence.symbol.kind == .feature,
        let feature = numbers.index(of: occurrence.symbol.name.text)
      else { return nil }
      let shown = zip(states, statuses).map { state, statuses in
        "\(statuses[feature].symbol) \(state.0)"
      }
      return (occurrence.range, shown.joined(separator: " ") + (more > 0 ? " … +\(more)" : ""))
    }
  }

  /// The most states whose results the line above a feature shows.
  private static let stateLimit = 8

  private static func scenarios(
    for manifest: ManifestFile, in request: TextRequest
  ) -> [(range: Range<Int>, title: String)] {
    guard let file = try? ScenarioFile(request.file.source, for: manifest) else { return [] }
    let runner = ScenarioRunner(manifest.manifest)
    return file.scenarios.map { scenario in
      let range = scenario.range.lowerBound..<scenario.range.lowerBound + 1
      do throws(Diagnostic) {
        return (range, try runner.run(scenario).isPassed ? "✓ passed" : "✗ failed")
      } catch {
        return (range, "✗ \(error.message)")
      }
    }
  }

  /// The edits that change only white space, to two spaces per level. Nil for invalid JSON.
  func formatting(_ request: TextRequest) -> JSONLiteral? {
    guard request.file.syntaxError == nil else { return nil }
    var writer = JSONWriter(.pretty)
    request.recovered.document.withRoot { Self.write($0, to: &writer) }
    writer.endLine()
    let text = writer.text
    let bytes = request.file.text.bytes
    if bytes.elementsEqual(text.utf8) { return [] }
    return [request.file.lines.edit(0..<bytes.count, text)]
  }

  private static func write(_ value: JSONValue, to writer: inout JSONWriter) {
    switch value.kind {
    case .object:
      writer.object { writer in
        for (key, member) in value.members {
          writer.key(raw: key.source)
          write(member, to: &writer)
        }
      }
    case .array:
      writer.array { writer in for element in value.elements { write(element, to: &writer) } }
    case .string, .number, .bool, .null: writer.raw(value.source)
    }
  }
}
