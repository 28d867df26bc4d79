import Testing

@testable import FlintText

@Suite struct NearestNameTests {
  static let permissions = ["camera", "photos", "location.whenInUse", "location.always", "health"]

  @Test(
    "a name nearly right leads to the declared one",
    arguments: [
      ("cmaera", "camera"), ("Camera", "camera"), ("camer", "camera"), ("photoss", "photos"),
      ("location.wheninuse", "location.whenInUse"), ("location.allways", "location.always"),
    ])
  func near(typed: String, meant: String) {
    #expect(nearestName(to: typed, among: Self.permissions) == meant)
  }

  @Test(
    "a name that is far from all leads nowhere",
    arguments: ["", "x", "microphone", "cam", "camera"])
  func far(typed: String) {
    #expect(nearestName(to: typed, among: Self.permissions) == nil)
  }

  @Test("the first of equally near names wins, a nearer one later still does")
  func ties() {
    #expect(nearestName(to: "abcdef", among: ["abcdeX", "abcdeY"]) == "abcdeX")
    #expect(nearestName(to: "abcdef", among: ["abcdXX", "abcdeY"]) == "abcdeY")
  }
}
