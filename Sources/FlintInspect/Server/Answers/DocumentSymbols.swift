import FlintManifest
import FlintModel
import FlintScenarios
import FlintText

extension LanguageServer {
  func documentSymbols(_ request: TextRequest) -> JSONLiteral {
    let symbols = request.recovered.document.withRoot { root -> [Symbol] in
      switch request.kind {
      case .manifest: Symbol.symbols(ofManifest: root, in: request)
      case .scenarios: Symbol.list(root.member("scenarios"), name: "name", .event, in: request)
      case .state: []
      }
    }
    return .array(symbols.map { $0.json(in: request.file.lines) })
  }
}

private struct Symbol {
  /// Numbers of the protocol's `SymbolKind`.
  enum Kind: Int {
    case file = 1
    case namespace = 3
    case `class` = 5
    case property = 7
    case variable = 13
    case constant = 14
    case boolean = 17
    case event = 24
  }

  let name: String
  let detail: String?
  let kind: Kind
  let range: Range<Int>
  let selection: Range<Int>
  var children: [Symbol] = []

  /// Nil without a name.
  /// - Parameter name: The key that has it.
  init?(_ value: JSONValue, name: StaticString = "id", _ kind: Kind, in request: TextRequest) {
    guard let range = request.source(of: value), let named = value.member(name),
      let selection = request.source(of: named), let id = named.string, !id.isEmpty
    else { return nil }
    self.name = id
    detail = name.description != "id" ? nil : value.member("name")?.string
    self.kind = kind
    self.range = range
    self.selection = selection
  }

  private init?(key: JSONValue, _ value: JSONValue, in request: TextRequest) {
    guard let selection = request.source(of: key), let name = key.string, !name.isEmpty else {
      return nil
    }
    (self.name, detail, kind) = (name, nil, .variable)
    self.selection = selection
    let end = request.source(of: value)?.upperBound ?? selection.upperBound
    range = selection.lowerBound..<max(end, selection.upperBound)
  }

  static func list(
    _ list: JSONValue?, name: StaticString = "id", _ kind: Kind, in request: TextRequest
  ) -> [Symbol] {
    list?.elements.compactMap { Symbol($0, name: name, kind, in: request) } ?? []
  }

  static func symbols(ofManifest root: JSONValue, in request: TextRequest) -> [Symbol] {
    root.members.flatMap { key, member -> [Symbol] in
      switch key {
      case "groups": list(member, .namespace, in: request)
      case "products": list(member, .constant, in: request)
      case "attributes": list(member, .property, in: request)
      case "conditions", "assume": list(member, .boolean, in: request)
      case "features": features(member, in: request)
      case "states": member.members.compactMap { Symbol(key: $0.key, $0.value, in: request) }
      default: []
      }
    }
  }

  private static func features(_ list: JSONValue, in request: TextRequest) -> [Symbol] {
    list.elements.flatMap { feature in
      if let include = Symbol(feature, name: "include", .file, in: request) { return [include] }
      let children = feature.member("features").map { features($0, in: request) } ?? []
      guard var symbol = Symbol(feature, .class, in: request) else { return children }
      symbol.children = children
      return [symbol]
    }
  }

  func json(in lines: TextLines) -> JSONLiteral {
    [
      "name": .text(visible(name)), "detail": detail.map { .text(visible($0)) },
      "kind": .number(kind.rawValue), "range": lines.json(range),
      "selectionRange": lines.json(selection),
      "children": .array(children.map { $0.json(in: lines) }),
    ]
  }
}

/// Statuses above a feature, the result above a scenario.
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
          "command": ["title": .text(visible(title)), "command": ""],
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
        "\(statuses[feature].sign) \(state.0)"
      }
      return (occurrence.range, shown.joined(separator: " ") + (more > 0 ? " … +\(more)" : ""))
    }
  }

  /// More would not fit into a line.
  private static let stateLimit = 8

  private static func scenarios(
    for manifest: ManifestFile, in request: TextRequest
  ) -> [(range: Range<Int>, title: String)] {
    guard let file = try? ScenarioFile(request.file.source, for: manifest) else { return [] }
    let runner = ScenarioRunner(manifest.manifest)
    return file.scenarios.map { scenario in
      let range = scenario.range.lowerBound..<scenario.range.lowerBound + 1
      do throws(InputProblem) {
        let result = try runner.run(scenario)
        return (range, result.isPassed ? "✓ passed" : "✗ failed")
      } catch {
        return (range, "✗ \(error.diagnostic.message)")
      }
    }
  }
}

extension FeatureStatus {
  fileprivate var sign: String {
    switch self {
    case .available: "✓"
    case .unavailable: "✗"
    case .undetermined: "?"
    }
  }
}

extension LanguageServer {
  /// Line breaks and white space only, two spaces a level.
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
