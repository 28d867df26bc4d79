import FlintModel
import FlintManifest
import FlintText

/// The assumptions that are false in a state. An assumption is a condition that the manifest declares as true on every
/// real device, so no real device can be in such a state.
struct BrokenAssumptions {
  private let ids: [String]

  static let documentation =
    "The ids of the assumptions that make this state impossible; absent if the state is possible"

  /// Lists the assumptions that are false in the state to which `sentences` refers. Returns nil if none is false.
  init?(describing sentences: Sentences) {
    let broken = sentences.brokenAssumptions
    if broken.isEmpty { return nil }
    ids = broken.map { sentences.manifest.assumptions[$0].id }
  }

  static var json: JSONOutput<BrokenAssumptions> {
    JSONOutput<[String]>.list(of: .id, atLeast: 1).of(\.ids)
  }
}
