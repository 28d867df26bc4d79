internal import FlintCore
internal import FlintManifest
internal import FlintText

/// The assumptions of the manifest that are false in a state, which is then impossible on a real device.
struct BrokenAssumptions {
  private let ids: [String]

  static let documentation =
    "The ids of the assumptions that make this state impossible; absent if the state is possible"

  /// Lists the assumptions that are false in the state of `sentences`. Returns nil if none is false.
  init?(describing sentences: Sentences) {
    let broken = sentences.brokenAssumptions
    if broken.isEmpty { return nil }
    ids = broken.map { sentences.manifest.assumptions[$0].id }
  }

  static var json: JSONOutput<BrokenAssumptions> {
    JSONOutput<[String]>.list(of: .id, atLeast: 1).of(\.ids)
  }
}
