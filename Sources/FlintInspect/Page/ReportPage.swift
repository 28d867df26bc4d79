/// A self-contained page that evaluates the manifest in the browser.
struct ReportPage {
  let manifest: Manifest
  var name = "manifest.json"
  let initialState: DeviceState

  var audience: Audience?

  static var evaluationScript: String { String(cString: embeddedEvaluationScript()) }

  func write(to sink: inout ByteSink) {
    var json = JSONWriter(.compact)
    var model = PageModel(manifest: manifest, initialState: initialState, name: name)
    model.write(to: &json)
    var audience = ByteSink()
    if let known = self.audience { AudienceJSON.write(known, into: &audience) }
    let title = "\(manifest.app.name ?? "App"): features"
    var template = String(cString: embeddedPageTemplate())[...]
    while let open = template.firstIndex(of: "{{"), let close = template.firstIndex(of: "}}") {
      sink.append(template[..<open])
      switch template[open..<close].dropFirst(2) {
      case "title": sink.append(XMLText.escaped(title))
      case "style": PageText.writeCode(String(cString: embeddedPageStyle()), to: &sink)
      case "model": PageText.writeScriptData(json.text, to: &sink)
      case "audience": PageText.writeScriptData(audience.string, to: &sink)
      case "script":
        PageText.writeCode(
          Self.evaluationScript + String(cString: embeddedInterfaceScript()), to: &sink)
      case let name: preconditionFailure("the page's template has an unknown placeholder '\(name)'")
      }
      template = template[close...].dropFirst(2)
    }
    sink.append(template)
  }
}

enum PageText {
  /// Writes code without indentation, and without comments on lines of their own.
  static func writeCode(_ code: String, to sink: inout ByteSink) {
    var isComment = false
    for line in code.split(whereSeparator: \.isNewline).map({ $0.drop { $0 == " " } }) {
      isComment = isComment || line.hasPrefix("/*")
      if !isComment, !line.hasPrefix("//") {
        sink.append(line)
        sink.append("\n")
      }
      isComment = isComment && !line.hasSuffix("*/")
    }
  }

  /// Writes JSON with `<` escaped, which could end the `script` element.
  static func writeScriptData(_ json: String, to sink: inout ByteSink) {
    for byte in json.utf8 {
      if byte == "<" { sink.append("\\u003c") } else { sink.append(byte) }
    }
  }
}

extension Substring {
  fileprivate func firstIndex(of pair: String) -> Index? {
    indices.first { self[$0...].hasPrefix(pair) }
  }
}
