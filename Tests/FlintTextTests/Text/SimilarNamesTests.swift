import Testing

@testable import FlintText

@Suite struct SimilarNamesTests {
  static let names = ["Photo capture", "Slow-motion video", "Live photos", "RAW"]

  @Test(
    "The names that contain the text are found, otherwise those that contain one of its words",
    arguments: [
      ("photo", ["Photo capture", "Live photos"]), ("CAPTURE", ["Photo capture"]),
      ("motion", ["Slow-motion video"]), ("video effects", ["Slow-motion video"]),
      ("a raw-video thing", ["Slow-motion video", "RAW"]), ("ra", []), ("", []), ("x y z", []),
      ("photograph", []),
    ])
  func similar(typed: String, found: [String]) {
    #expect(similarNames(to: typed, among: Self.names) { [$0] } == found)
  }
}
