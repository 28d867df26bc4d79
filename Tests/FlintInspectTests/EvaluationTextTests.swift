import FlintModel
import FlintText
import Testing

@testable import FlintInspect

@Suite("The text of evaluate")
struct EvaluationTextTests {
  @Test("Contains the state, a tree, the blockers and the next steps")
  func example() {
    #expect(
      render(with: EvaluationText(style: TextStyle())) == """
        Podcast Player on iOS 17.2, app version 2.1
        State: 'premium' (from the manifest)

        ✓ Podcast playback  [playback]
          ✗ Dynamic Speed  [dynamic-speed]
              ✗ userToggled  off; needs on
              ✗ purchase:SUB0001 or (PREM0001 and 5xZBUCK)  “💎 Premium Subscription”
                  not purchased, “Premium” purchased, “A Z Buck” 3 credits; needs “💎
                  Premium Subscription” or (“Premium” and 5 × “A Z Buck”)
              ? when[1]/permission:tracking  denied; needs authorized, possibly not
                  required
              → Wait until the app knows “variant”; then: offer “💎 Premium
                Subscription” or “A Z Buck”; let the user turn on “Dynamic Speed”
        ✓ お気に入り  [favourites]
          ✗ Turbo downloads  [turbo]
              ✗ runtimeEnabled  off; needs on
              ✗ attribute:build  release; needs debug or beta
              ✗ attribute:staff  off; needs on
              → Hide the feature: not available because of the runtime flag of “Turbo
                downloads”, the value of “build” and the value of “Internal staff”

        ✓ 2 available   ✗ 2 unavailable   ? 0 undetermined

        """)
  }

  @Test("Includes satisfied and inactive constraints with --verbose, but not of other platforms")
  func verbose() {
    let text = render(with: EvaluationText(style: TextStyle(), verbose: true))
    for part in [
      "✓ permission:notifications  authorized; needs authorized\n",
      "· when[2]/permission:camera  not required here\n", "? when[1]/permission:tracking",
    ] { #expect(text.contains(part), "\(part)") }
    #expect(!text.contains("platform:macOS"))
  }

  @Test("Has no line wider than the terminal", arguments: [20, 33, 40, 60, 80, 200])
  func width(_ width: Int) {
    for head in [SampleApp.head, Hostile.head, SampleApp.comparison] {
      for verbose in [false, true] {
        let text = render(
          head, with: EvaluationText(style: TextStyle(width: width), verbose: verbose))
        for line in text.split(separator: "\n") {
          #expect(DisplayWidth.of(String(line)) <= width, "\(line)")
        }
        #expect(!text.contains(" \n"))
      }
    }
  }

  @Test("Has escape sequences only for color")
  func color() {
    let plain = render(with: EvaluationText(style: TextStyle(), verbose: true))
    let colored = render(with: EvaluationText(style: TextStyle(color: true), verbose: true))
    #expect(colored.replacing(/\u{1B}\[[0-9]+m/, with: "") == plain)
    #expect(colored.contains("\u{1B}[31m✗\u{1B}[0m"))
  }

  @Test("Contains no raw control characters from the input")
  func hostile() {
    let text = render(Hostile.head, with: EvaluationText(style: TextStyle(), verbose: true))
    #expect(text.treacherous.isEmpty)
    #expect(text.contains(#"\u001B[31mred"#))
  }
}
