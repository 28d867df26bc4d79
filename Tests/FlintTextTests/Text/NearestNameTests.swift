import Testing

@testable import FlintText

@Suite struct NearestNameTests {
  static let permissions = ["camera", "photos", "location.whenInUse", "location.always", "health"]

  @Test(
    "A misspelled name leads to the declared one",
    arguments: [
      ("cmaera", "camera"), ("Camera", "camera"), ("camer", "camera"), ("photoss", "photos"),
      ("location.wheninuse", "location.whenInUse"), ("location.allways", "location.always"),
    ])
  func near(typed: String, meant: String) {
    #expect(nearestName(to: typed, among: Self.permissions) == meant)
  }

  @Test(
    "A dissimilar name leads to no suggestion",
    arguments: ["", "x", "microphone", "cam", "camera"])
  func far(typed: String) {
    #expect(nearestName(to: typed, among: Self.permissions) == nil)
  }

  @Test("The first of equally similar names is suggested, unless a later one is more similar")
  func ties() {
    #expect(nearestName(to: "abcdef", among: ["abcdeX", "abcdeY"]) == "abcdeX")
    #expect(nearestName(to: "abcdef", among: ["abcdXX", "abcdeY"]) == "abcdeY")
  }
}
