import EmbeddedFiles
import FlintModel
import FlintPopulation
import FlintText

/// A self-contained page that evaluates the manifest in the browser.
struct ReportPage {
  private let manifest: Manifest
  private let initialState: DeviceState

  private let audience: Audience?

  private let name: String

  init(
    _ manifest: Manifest, named name: String = "manifest.json", initialState: DeviceState,
    audience: Audience? = nil
  ) {
    self.manifest = manifest
    self.name = name
    self.initialState = initialState
    self.audience = audience
  }

  static var evaluationScript: String { String(cString: embeddedEvaluationScript()) }

  func write(to sink: inout ByteSink) {
    var json = JSONWriter(.compact)
    PageProgram(manifest: manifest, named: name, initialState: initialState).write(to: &json)
    let program = json.text
    json = JSONWriter(.compact)
    PageAudience(audience).write(to: &json)
    let audience = json.text
    let title = "\(visible(manifest.app.name ?? "App")): features"
    var template = String(cString: embeddedPageTemplate())[...]
    while let open = template.firstIndex(of: "{{"), let close = template.firstIndex(of: "}}") {
      sink.append(template[..<open])
      switch template[open..<close].dropFirst(2) {
      case "title": PageText.writeHTML(title, to: &sink)
      case "style": sink.append(String(cString: embeddedPageStyle()))
      case "program": PageText.writeScriptData(program, to: &sink)
      case "audience": PageText.writeScriptData(audience, to: &sink)
      case "script": sink.append(Self.evaluationScript + String(cString: embeddedInterfaceScript()))
      case let name: preconditionFailure("the page's template has an unknown placeholder '\(name)'")
      }
      template = template[close...].dropFirst(2)
    }
    sink.append(template)
  }
}

enum PageText {
  static func writeHTML(_ text: String, to sink: inout ByteSink) {
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "&"): sink.append("&amp;")
      case UInt8(ascii: "<"): sink.append("&lt;")
      case UInt8(ascii: ">"): sink.append("&gt;")
      case UInt8(ascii: "\""): sink.append("&quot;")
      case UInt8(ascii: "'"): sink.append("&#39;")
      default: sink.append(byte)
      }
    }
  }

  /// Escapes `<`, which could end the element.
  static func writeScriptData(_ json: String, to sink: inout ByteSink) {
    for byte in json.utf8 {
      if byte == UInt8(ascii: "<") { sink.append("\\u003c") } else { sink.append(byte) }
    }
  }
}

extension Substring {
  fileprivate func firstIndex(of pair: String) -> Index? {
    indices.first { self[$0...].hasPrefix(pair) }
  }
}
