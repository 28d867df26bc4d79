import FlintModel
package import FlintText

/// Hints of ids that are declared twice show where the first one is.
struct FirstDeclarations {
  private struct Name: Hashable {
    let key: ManifestKey
    let id: String
  }

  private var firstPositions: [Name: SourcePosition] = [:]

  init(of problems: [InputProblem], in document: JSONDocument, _ source: SourceFile) {
    let wanted = Set(problems.compactMap(\.fact.declaredTwice).map(Name.init))
    if wanted.isEmpty { return }
    var found: [(name: Name, offset: Int)] = []
    document.withRoot { root in
      for (key, list) in root.members {
        guard let key = ManifestKey(key: key) else { continue }
        Self.walk(list, under: key) { id in
          let name = Name(key: key, id: id.string ?? "")
          if wanted.contains(name) { found.append((name, id.range.lowerBound)) }
        }
      }
    }
    // Sort by offset first, because lines and columns are computed fast only for ascending offsets.
    var locations = SourcePositions(source)
    for (name, offset) in found.sorted(by: { $0.offset < $1.offset })
    where firstPositions[name] == nil {
      firstPositions[name] = locations.position(of: offset)
    }
  }

  private static func walk(
    _ list: JSONValue, under key: ManifestKey, _ body: (JSONValue) -> Void
  ) {
    guard list.kind == .array else { return }
    for element in list.elements where element.kind == .object {
      if let id = element.member("id"), id.kind == .string { body(id) }
      if key == .features, let inner = element.member("features") { walk(inner, under: key, body) }
    }
  }

  func diagnostic(of problem: InputProblem) -> Diagnostic {
    var diagnostic = problem.diagnostic
    if let name = problem.fact.declaredTwice.map(Name.init), let position = firstPositions[name] {
      diagnostic.hint = position.firstDeclarationHint
    }
    return diagnostic
  }
}

extension SourcePosition {
  fileprivate var firstDeclarationHint: String {
    "first declared at \(path):\(location.line):\(location.column)"
  }
}

extension SourceFile {
  /// - Parameter repetitions: Byte offsets of later declarations, each with that of the first.
  package func addingFirstDeclarations(
    _ repetitions: [(offset: Int, first: Int)], to diagnostics: [Diagnostic]
  ) -> [Diagnostic] {
    // Sort by offset first, because lines and columns are computed fast only for ascending offsets.
    var positions = SourcePositions(self)
    var hints: [Int: String] = [:]
    for (offset, first) in repetitions.sorted(by: { $0.first < $1.first }) {
      hints[offset] = positions.position(of: first).firstDeclarationHint
    }
    return diagnostics.map { diagnostic in
      guard diagnostic.rule == InputRule.duplicateID.rawValue,
        let hint = diagnostic.range.flatMap({ hints[$0.lowerBound] })
      else { return diagnostic }
      var diagnostic = diagnostic
      diagnostic.hint = hint
      return diagnostic
    }
  }
}

extension InputProblem.Fact {
  fileprivate var declaredTwice: (key: ManifestKey, id: String)? {
    guard case .duplicateID(let id, let declared) = self else { return nil }
    return switch declared {
    case .feature: (.features, id)
    case .product: (.products, id)
    case .attribute: (.attributes, id)
    case .group: (.groups, id)
    case .condition: (.conditions, id)
    case .assumption: (.assume, id)
    case .state, .action, .level, .bucket: nil
    }
  }
}
