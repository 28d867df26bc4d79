import FlintModel
import FlintManifest
import FlintText

struct BrokenAssumptions {
  private let ids: [String]

  static let documentation =
    "The ids of the assumptions that make this state impossible; absent if the state is possible"

  /// Nil without any.
  init?(describing sentences: Sentences) {
    let broken = sentences.brokenAssumptions
    if broken.isEmpty { return nil }
    ids = broken.map { sentences.manifest.assumptions[$0].id }
  }

  static var json: JSONOutput<BrokenAssumptions> {
    JSONOutput<[String]>.list(of: .id, atLeast: 1).of(\.ids)
  }
}
