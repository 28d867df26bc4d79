internal import FlintModel
internal import FlintManifest

/// A top-level key of a line of the input. It is either a key of a state, such as `platform`, or `expect`, under which
/// a line lists the statuses that features should have.
enum LineKey {
  case state(StateKey)
  case expect

  static var named: [(key: LineKey, name: String)] {
    StateKey.allCases.map { (.state($0), $0.name) }
      + [(.expect, StateReader.expectationsKey.description)]
  }
}
