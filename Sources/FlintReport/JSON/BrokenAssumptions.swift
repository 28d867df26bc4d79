internal import FlintCore
internal import FlintManifest
internal import FlintText

/// The manifest's assumptions that a state breaks. A state that breaks one is impossible.
struct BrokenAssumptions {
  private let ids: [String]

  static let documentation =
    "The ids of the assumptions that make this state impossible; absent if the state is possible"

  /// Lists the assumptions that the state described by `sentences` breaks. Returns nil if it breaks none.
  init?(describing sentences: Sentences) {
    let broken = sentences.brokenAssumptions
    if broken.isEmpty { return nil }
    ids = broken.map { sentences.manifest.assumptions[$0].id }
  }

  static var json: JSONOutput<BrokenAssumptions> {
    JSONOutput<[String]>.list(of: .id, atLeast: 1).of(\.ids)
  }
}
