/// A page of the documentation, for `mcp`.
struct Guide {
  let name: String
  let text: String

  var title: String {
    String(text.prefix { $0 != "\n" }.drop { $0 != " " }.dropFirst())
  }

  /// All guides except the index page.
  static var all: [Guide] {
    (0..<embeddedGuideCount()).map { index in
      let guide = embeddedGuide(index)
      return Guide(name: String(cString: guide.name), text: String(cString: guide.text))
    }
  }
}
