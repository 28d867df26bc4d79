internal import FlintCore
internal import FlintManifest

/// A key of a line: one of the keys of a state, or `expect` for the expected statuses.
enum LineKey {
  case state(StateKey)
  case expect

  /// All keys with their names.
  static var named: [(key: LineKey, name: String)] {
    StateKey.allCases.map { (.state($0), $0.name) }
      + [(.expect, StateReader.expectationsKey.description)]
  }
}
