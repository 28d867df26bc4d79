internal import FlintCore
internal import FlintManifest

/// All that stands in a line: a state's sections and remarks, and what the state is expected to come to. One flat list, for
/// the scanner to jump by.
enum LineKey: UInt8, CaseIterable {
  case platform
  case osVersion
  case appVersion
  case date
  case permissions
  case purchases
  case unlocked
  case toggles
  case runtime
  case attributes
  case buckets
  case defaults
  case id
  case weight
  case expect

  // A section or remark that the model gains does not compile here until the list above has it.
  private init(_ key: StateKey) {
    switch key {
    case .section(.platform): self = .platform
    case .section(.osVersion): self = .osVersion
    case .section(.appVersion): self = .appVersion
    case .section(.date): self = .date
    case .section(.permissions): self = .permissions
    case .section(.purchases): self = .purchases
    case .section(.unlocked): self = .unlocked
    case .section(.toggles): self = .toggles
    case .section(.runtime): self = .runtime
    case .section(.attributes): self = .attributes
    case .section(.buckets): self = .buckets
    case .section(.defaults): self = .defaults
    case .remark(.id): self = .id
    case .remark(.weight): self = .weight
    }
  }

  /// Each key with its name.
  static var named: [(key: LineKey, name: String)] {
    StateKey.allCases.map { (LineKey($0), $0.name) }
      + [(.expect, StateReader.expectationsKey.description)]
  }
}
