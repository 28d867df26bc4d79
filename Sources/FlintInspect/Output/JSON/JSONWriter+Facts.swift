import FlintModel
import FlintManifest
import FlintText

extension JSONWriter {
  mutating func value(_ value: ConstraintFacts.Value) {
    switch value {
    case .scalar(let scalar): self.scalar(scalar)
    case .percent(let percent): number(percent.description)
    case .list(let values): array(of: values) { $1.value($0) }
    case .other(let values):
      object { json in
        json.key("notIn")
        json.array(of: values) { $1.value($0) }
      }
    case .pattern(let pattern): self.pattern(pattern)
    case .holdings(let holdings):
      object { json in
        for holding in holdings {
          json.key(named: holding.product)
          switch holding.value {
          case .status(let status): json.string(status.name)
          case .credits(let held): json.int(held)
          }
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
