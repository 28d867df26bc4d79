import EmbeddedFiles

/// A guide: one page of the documentation, in Markdown. The guides are part of the program file, so that AI assistants
/// can read them through the command `mcp`, a server for the Model Context Protocol.
struct Guide {
  /// The name of the guide's file, without the extension.
  let name: String
  let text: String

  var title: String {
    String(text.prefix { $0 != "\n" }.drop { $0 != " " }.dropFirst())
  }

  /// All guides: the pages in the folder `FlintCore.docc`, except the index `FlintCore.md`.
  static var all: [Guide] {
    (0..<embeddedGuideCount()).map { index in
      let guide = embeddedGuide(index)
      return Guide(name: String(cString: guide.name), text: String(cString: guide.text))
    }
  }
}
