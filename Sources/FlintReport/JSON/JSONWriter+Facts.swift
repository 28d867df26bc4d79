internal import FlintCore
internal import FlintText

/// What reports tell, as JSON.
extension JSONWriter {
  mutating func value(_ value: ConstraintFacts.Value) {
    switch value {
    case .unknown: null()
    case .boolean(let value): bool(value)
    case .text(let text): string(text)
    case .texts(let texts): array(of: texts) { $1.string($0) }
    case .holdings(let holdings):
      object { json in
        for holding in holdings {
          json.key(named: holding.product)
          json.holding(holding.holding)
        }
      }
    }
  }

  mutating func holding(_ holding: ProductHolding) {
    switch holding {
    case .status(let status): string(status.name)
    case .credits(let held): int(held)
    }
  }
}
