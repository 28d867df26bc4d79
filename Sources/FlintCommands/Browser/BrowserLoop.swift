internal import FlintReport
internal import FlintText

/// The event loop of the interactive command `browse`: shows the features on the terminal and handles the keys that the
/// user presses, until the user quits.
struct BrowserLoop {
  private let screen: FullScreen
  private let style: TextStyle
  private var browser: BrowserState
  private var decoder = KeyDecoder()
  private var shown: [ScreenRow] = []

  init(_ browser: BrowserState, on screen: FullScreen, style: TextStyle) {
    self.browser = browser
    self.screen = screen
    self.style = style
  }

  /// The time in milliseconds to wait after an escape byte. If another byte follows in this time, both belong to a key
  /// such as an arrow. Otherwise the escape byte is the Escape key.
  private static let escapeMilliseconds: Int32 = 50

  mutating func run() -> BrowserState {
    screen.enter()
    browser.resize(to: screen.size)
    while browser.outcome == nil {
      show()
      switch screen.nextEvent(within: decoder.isWaiting ? Self.escapeMilliseconds : nil) {
      case .input(let bytes): handle(decoder.decode(bytes))
      case .timeout: handle(decoder.flush())
      case .resized: resize()
      case .suspended:
        screen.suspend()
        resume()
      case .resumed: resume()
      case .ended: browser.outcome = .quit
      }
    }
    screen.leave()
    return browser
  }

  private mutating func handle(_ keys: [Key]) {
    for key in keys where browser.outcome == nil { browser.handle(key) }
  }

  private mutating func resize() {
    browser.resize(to: screen.size)
    shown = []
  }

  private mutating func resume() {
    screen.enter()
    resize()
  }

  /// Writes the screen to the terminal: only the rows that differ from those of the previous call, or all rows if the
  /// number of rows has changed.
  private mutating func show() {
    let rows = browser.screen.rows
    var sink = ByteSink()
    if shown.count != rows.count { sink.append("\u{1B}[2J") }
    for (index, row) in rows.enumerated() where shown.count != rows.count || shown[index] != row {
      row.write(at: index, style: style, into: &sink)
    }
    sink.withBytes { screen.write($0) }
    shown = rows
  }
}
