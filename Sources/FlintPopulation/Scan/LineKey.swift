internal import FlintCore
internal import FlintManifest

/// All that stands in a line: what stands in every state, and what the state is expected to come to.
enum LineKey {
  case state(StateKey)
  case expect

  /// Each key with its name.
  static var named: [(key: LineKey, name: String)] {
    StateKey.allCases.map { (.state($0), $0.name) }
      + [(.expect, StateReader.expectationsKey.description)]
  }
}
