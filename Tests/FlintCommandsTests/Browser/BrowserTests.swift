import FlintCore
import FlintManifest
import FlintReport
import FlintText
import Foundation
import ProgramHarness
import RandomModels
import TestSupport
import Testing

@testable import FlintCommands

@Suite("The browser") struct BrowserTests {
  static func browser(
    _ fixture: String = "podcast-player", columns: Int = 80, rows: Int = 24
  ) throws -> BrowserState {
    let path = "Fixtures/\(fixture)/manifest.json"
    let text = try [UInt8](Data(contentsOf: Package.root.appending(path: path)))
    let manifest = try ManifestFile(SourceFile(path: path, text: SourceText(text))).manifest
    let origin = manifest.defaultState.map { StateOrigin.defaultNamed($0) } ?? .freshInstall
    return BrowserState(
      manifest, path: path, base: StartingState(origin: origin, state: manifest.initialState),
      state: manifest.initialState, size: ScreenSize(columns: columns, rows: rows))
  }

  static func typing(_ keys: String, in browser: BrowserState) -> BrowserState {
    var browser = browser
    var decoder = KeyDecoder()
    for key in decoder.decode(keys.utf8) + decoder.flush() { browser.handle(key) }
    return browser
  }

  static func screen(_ browser: BrowserState) -> String {
    browser.screen.rows.map(\.text).joined(separator: "\n")
  }

  @Test("Shows the tree next to the reasons at 80 by 24")
  func wide() throws {
    let browser = Self.typing("\u{1B}[B\t\u{1B}[B\u{1B}[B ", in: try Self.browser())
    #expect(Self.screen(browser) == Screens.changedToggle)
  }

  @Test("Shows one pane at a time at 40 by 12")
  func narrow() throws {
    let tree = try Self.browser(columns: 40, rows: 12)
    let screens = [tree, Self.typing("/smart\r\t", in: tree)].map(Self.screen)
    #expect(screens == [Screens.narrowTree, Screens.narrowFacts])
  }

  @Test(
    "Performs the action of each key",
    arguments: [
      // Keys, each with texts that must be on the screen afterwards.
      ("/SMART\r", ["›    ? Smart playlists", "? Smart playlists  [smart-playlists]"]),
      ("/xyz\r", ["No feature matches 'xyz'."]), ("/o\rn", ["›    ✗ Sound enhancement"]),
      ("/sm\u{1B}", ["›▾ ✓ Podcast playback"]),
      ("-", ["›▸ ✓ Podcast playback", " ▸ ✓ Podcast fav"]),
      ("-+", ["›▾ ✓ Podcast playback", "     ✓ Dynamic Speed"]),
      ("jhh", ["›▸ ✓ Podcast playback"]), ("j3", [", changed", "✗ Dynamic Speed  [dyn"]),
      ("j3u", ["✓ 4  ✗ 2  ? 1", "'premium-iphone' (the manifest's default)    "]),
      ("u", ["Nothing to undo."]), ("j31r", ["✓ 4  ✗ 2  ? 1", "on iOS 17.2"]),
      ("1", ["Podcast Player on the latest macOS", "platform    macOS"]),
      ("\tj\r16.4\r", ["Podcast Player on iOS 16.4", "› 2 OS version  16.4"]),
      ("\tj\r16.x\r", ["Invalid value '16.x'; expected a version", "on iOS 17.2"]),
      ("\tj\u{7F}", ["on the latest iOS"]), ("s", ["› premium-iphone  (now)", "a fresh install"]),
      ("sjjj\r", ["State: 'watch' (from the manifest)  ", "on watchOS 10.3"]),
      ("sG\r", ["State: a fresh install  ", "the latest iOS"]),
      ("/smart\rp", ["› 1. Allow the while-in-use location"]),
      ("/smart\rp\r", ["✓ Smart playlists  [smart-playlists]", ", changed", "✓ 5  ✗ 2  ? 0"]),
      ("p", ["No changes needed."]), ("?", ["Anywhere", "switch between tree"]),
      ("??", ["available: nothing is required"]),
      ("a", ["toggle Sound enhancement", "Build flavour"]),
    ])
  func keys(keys: String, shown: [String]) throws {
    let screen = Self.screen(Self.typing(keys, in: try Self.browser()))
    for text in shown { #expect(screen.contains(text), "\(keys.debugDescription)\n\(screen)") }
  }

  @Test("Offers to apply the changes of a plan only if there are any")
  func planKeys() throws {
    let browser = try Self.browser()
    let offers = ["p", "/smart\rp"].map { keys in
      Self.screen(Self.typing(keys, in: browser)).contains("apply the plan")
    }
    #expect(offers == [false, true])
  }

  @Test("Scrolls to the fact that changed")
  func changedRow() throws {
    let browser = try Self.browser(columns: 80, rows: 10)
    let rows: [(keys: String, row: String)] = [
      ("/turbo\r4", "4 attribute Staff account"), ("/turbo\r4u", "4 attribute Staff account"),
      ("/smart\rp\r", "3 permission location.whenInUse  authorized"),
    ]
    for (keys, row) in rows {
      let screen = Self.screen(Self.typing(keys, in: browser))
      #expect(screen.contains(row), "\(keys.debugDescription)\n\(screen)")
    }
  }

  @Test(
    "Keeps every row within the width, for every size and page",
    arguments: [20, 24, 40, 60, 80, 200])
  func sizes(columns: Int) throws {
    for rows in TestDepth.sample(2, of: [1, 5, 6, 12, 24, 50]) {
      for keys in ["", "\t", "?", "s", "p", "a\t\u{1B}[F", "/💎💎💎", "G"] {
        let browser = Self.typing(
          keys, in: try Self.browser("kitchen-sink", columns: columns, rows: rows))
        let screen = browser.screen.rows.map(\.text)
        #expect(screen.count == rows, "\(keys.debugDescription)")
        #expect(screen.filter { DisplayWidth.of($0) > columns } == [], "\(keys.debugDescription)")
      }
    }
  }

  @Test("Starts a fresh install on the app's first platform")
  func freshInstall() {
    let app = Manifest.App(platforms: [SupportedPlatform(.visionOS), SupportedPlatform(.macOS)])
    let manifest = Manifest(
      app: app, features: [FeatureDeclaration(id: "f", constraints: [.platform(.macOS, .any)])])
    let browser = BrowserState(
      manifest, path: "m.json",
      base: StartingState(origin: .freshInstall, state: manifest.freshInstall),
      state: DeviceState(platform: .visionOS), size: ScreenSize(columns: 80, rows: 24))
    let shown: [(keys: String, text: String)] = [
      ("s", "› a fresh install on the latest macOS  (now)"), ("s\r", "m.json on the latest macOS"),
    ]
    for (keys, text) in shown {
      let screen = Self.screen(Self.typing(keys, in: browser))
      #expect(screen.contains(text), "\(keys.debugDescription)\n\(screen)")
    }
  }

  @Test("Shows the number of rows beyond each edge", arguments: [(24, 3), (12, 3)])
  func edges(rows: Int, column: Int) throws {
    let top = Self.typing("a\t", in: try Self.browser("kitchen-sink", columns: 80, rows: rows))
    let bottom = Self.typing("\u{1B}[F", in: top)
    let middle = Self.typing("\u{1B}[5~", in: bottom)
    let positions: [(browser: BrowserState, arrows: [String])] = [
      (top, ["↓"]), (bottom, ["↑"]), (middle, ["↑", "↓"]),
    ]
    for (browser, arrows) in positions {
      let screen = Self.screen(browser).split(separator: "\n", omittingEmptySubsequences: false)
      let edges = rows >= 20 ? [screen[2], screen[rows - 2]] : [screen[rows - 1]]
      let text = edges.map { $0.suffix(46) }.joined(separator: "\n")
      let shown: [String] = ["↑", "↓"].filter { (arrow: String) in text.contains(arrow) }
      #expect(shown == arrows, "\(text)")
    }
  }

  @Test("Keeps the selected fact visible")
  func scrolling() throws {
    var browser = try Self.browser("kitchen-sink", columns: 80, rows: 12)
    browser = Self.typing("a\t", in: browser)
    let count = browser.controls.count
    for key in [String](repeating: "j", count: count) + [String](repeating: "k", count: count) {
      #expect(Self.screen(browser).contains("│ › "), "\(Self.screen(browser))")
      browser = Self.typing(key, in: browser)
    }
    #expect(Self.screen(browser).contains("│ › "), "\(Self.screen(browser))")
  }

  @Test("Shows a screen for a manifest without features")
  func empty() {
    let browser = BrowserState(
      Manifest(), path: "m.json", base: StartingState(origin: .freshInstall, state: DeviceState()),
      state: DeviceState(), size: ScreenSize(columns: 80, rows: 24))
    for keys in ["jk\u{1B}[6~Gg-+hl", "p", "/x\rn", "\t j", "s\r", "a9u"] {
      let screen = Self.screen(Self.typing(keys, in: browser))
      #expect(screen.contains("m.json on the latest"))
    }
  }
}
