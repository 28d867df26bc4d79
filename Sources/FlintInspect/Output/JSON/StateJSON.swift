extension ResolvedState {
  /// Writes the state, with defaults for facts that are not given.
  func writeJSON(to json: inout JSONWriter) {
    let contents = StateContents(self)
    json.object(.lines) { json in
      for section in StateSection.allCases
      where !section.canBeAbsent || value(of: section.fact(at: 0)) != .notGiven {
        json.key(section.key)
        write(section, contents, &json)
      }
    }
  }

  private func write(
    _ section: StateSection, _ contents: StateContents, _ json: inout JSONWriter
  ) {
    let facts = contents.facts(of: section)
    switch section.form {
    case .value: for fact in facts { write(fact, of: section, &json) }
    case .list: json.array(of: facts) { $1.string(key(of: $0)) }
    case .members:
      json.object(section == .defaults ? .line : .lines) { json in
        for fact in facts {
          json.key(named: key(of: fact))
          write(fact, of: section, &json)
        }
      }
    }
  }

  private func key(of fact: Fact) -> String {
    fact.subject.map { manifest.id(of: $0.kind, at: $0.index) }
      ?? ObjectGrammar.defaults.names[fact.location.index]
  }

  private func write(_ fact: Fact, of section: StateSection, _ json: inout JSONWriter) {
    if section == .platform { return json.string(platform.name) }
    if case .product(let product) = fact {
      return StateWriter.write(holding(of: product), &json)
    }
    json.value(ConstraintFacts.Value(value(of: fact), of: fact, in: manifest))
  }

  static var json: JSONOutput<ResolvedState> {
    JSONOutput(.resolvedState) { $0.writeJSON(to: &$1) }
  }
}

extension Schema {
  static let resolvedState: Schema = named("resolvedState") {
    let defaults = Schema.array(ObjectGrammar.defaults.names.map { .string($0) })
    return .closed(
      StateSection.allCases.map { section in
        let schema = section.writtenSchema
        return (section.name, (section == .defaults) ? schema.with(["required": defaults]) : schema)
      },
      required: StateSection.allCases.filter { !$0.canBeAbsent }.map(\.name)
    )
    .described("A state with a value for every fact that the manifest refers to")
  }
}

extension JSONOutput<WrittenState> {
  /// A state on one line, for results with many states.
  static var compactState: JSONOutput {
    JSONOutput(WrittenState.json.schema) { state, json in
      var writer = JSONWriter(.compact)
      WrittenState.json.write(state, &writer)
      json.raw(writer.text)
    }
  }
}

extension JSONWriter {
  mutating func value(_ value: ConstraintFacts.Value) {
    switch value {
    case .scalar(let scalar): self.scalar(scalar)
    case .percent(let percent): number(percent.description)
    case .list(let values): array(of: values) { $1.value($0) }
    case .other(let values):
      object { json in
        json.array("notIn", of: values) { $1.value($0) }
      }
    case .pattern(let pattern): self.pattern(pattern)
    case .holdings(let holdings):
      object { json in
        for holding in holdings {
          json.key(named: holding.product)
          json.scalar(holding.value)
        }
      }
    }
  }

  mutating func pattern(_ pattern: TextPattern) {
    object { json in
      for part in pattern.parts {
        json.key(named: part.name)
        json.array(of: pattern[part]) { $1.string($0.text) }
      }
    }
  }
}
