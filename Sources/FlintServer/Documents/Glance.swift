import FlintText

/// What a file may be by the words in it, without being read.
struct Glance: OptionSet {
  let rawValue: UInt8

  static let manifest = Glance(rawValue: 1)
  static let scenarios = Glance(rawValue: 2)
  static let state = Glance(rawValue: 4)

  static let includes = Glance(rawValue: 8)

  init(rawValue: UInt8) { self.rawValue = rawValue }

  init(_ text: SourceText) {
    self = []
    if text.contains("\"manifestVersion\"") { insert(.manifest) }
    if text.contains("\"include\"") { insert(.includes) }
    if text.contains("\"scenarioVersion\"") { insert(.scenarios) }
    if text.contains("flint-state.schema.json\"") { insert(.state) }
  }
}
