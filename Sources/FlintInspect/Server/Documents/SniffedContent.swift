import FlintText

/// By searching for keys, which is faster than parsing.
struct SniffedContent: OptionSet {
  let rawValue: UInt8

  static let manifest = SniffedContent(rawValue: 1)
  static let scenarios = SniffedContent(rawValue: 2)
  static let state = SniffedContent(rawValue: 4)

  static let includes = SniffedContent(rawValue: 8)

  init(rawValue: UInt8) { self.rawValue = rawValue }

  init(_ text: SourceText) {
    self = []
    if text.contains("\"manifestVersion\"") { insert(.manifest) }
    if text.contains("\"include\"") { insert(.includes) }
    if text.contains("\"scenarioVersion\"") { insert(.scenarios) }
    if text.contains("flint-state.schema.json\"") { insert(.state) }
  }
}
