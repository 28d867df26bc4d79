internal import FlintModel
internal import FlintManifest

/// A key of a state, or `expect`.
enum LineKey {
  case state(StateKey)
  case expect

  static var named: [(key: LineKey, name: String)] {
    StateKey.allCases.map { (.state($0), $0.name) }
      + [(.expect, StateReader.expectationsKey.description)]
  }
}
