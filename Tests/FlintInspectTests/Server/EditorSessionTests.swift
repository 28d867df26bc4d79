import FlintText
import Foundation
import ProgramHarness
import Testing

@testable import FlintInspect

/// Each file in `Tests/Editor` has sessions of an editor with the language server.
@Suite("Editor sessions") struct EditorSessionTests {
  @Test("Get the recorded answers", arguments: Session.all(in: "Tests/Editor"))
  func session(_ session: Session) throws {
    let editor = Editor()
    try session.check { command in
      let lines = editor.run(command).components(separatedBy: "\n")
      return lines.filter { !$0.isEmpty }.map { $0 + "\n" }.joined()
    }
  }
}

/// An editor with files on its disk and open texts.
///
/// Its commands are `save`, `delete`, `open`, `change` and `type` (`OLD => NEW`; as a whole text or as an edit), `undo`
/// and `close`, and requests at the `|` in a part of the text. The files before `start` are there from the beginning.
/// Diagnostics that a command changes are printed.
private final class Editor {
  private var files: [String: String] = [:]
  private var links: [String: String] = [:]
  private var texts: [String: String] = [:]
  private var client: ScriptedClient?
  private var version = 1

  func run(_ command: String) -> String {
    let lines = command.components(separatedBy: "\n> ")
    let words = lines[0].split(separator: " ", maxSplits: 2).map(String.init)
    let path = words.count > 1 ? words[1] : "/m.json"
    let argument = words.count > 2 ? words[2] : ""
    let body = lines.count > 1 ? lines.dropFirst().joined(separator: "\n") : nil
    switch words[0] {
    case "save": files[path] = body
    case "delete": files[path] = nil
    case "link":
      links[path] = argument
      return ""
    case "start":
      let abilities = argument.isEmpty ? [:] : ["general": ["positionEncodings": [argument]]]
      client = ScriptedClient(files: files, links: links, folder: path, abilities: abilities)
      return ""
    default: break
    }
    guard let client else {
      if ["save", "delete"].contains(words[0]) { return "" }
      client = ScriptedClient(files: files, links: links)
      return run(command)
    }
    switch words[0] {
    case "save", "delete": client.write(files[path], to: path)
    case "open": client.open(path, setText(of: path, to: body ?? files[path] ?? ""))
    case "undo": change(path, to: files[path] ?? "")
    case "change", "type":
      let (old, text) = (texts[path] ?? "", argument.components(separatedBy: " => "))
      guard let body else {
        guard let range = old.range(of: text[0]) else { return "not found: \(text[0])" }
        let new = old.replacing(text[0], with: text[1])
        let edit = words[0] == "type" ? Self.range(of: range, in: old) : nil
        change(path, to: new, by: edit.map { ["range": $0, "text": text[1]] })
        break
      }
      change(path, to: body)
    case "close": client.close(path)
    case "complete":
      let text = body ?? texts[path] ?? ""
      if body != nil {
        client.open(path, setText(of: path, to: text.filter { $0 != "|" }))
        client.work()
        client.forget()
      }
      return completions(path, body != nil ? text : argument)
    default: return answer(words[0], path, argument)
    }
    client.work()
    return client.published().sorted { $0.key < $1.key }.flatMap { path, diagnostics in
      diagnostics.isEmpty ? ["\(path): none"] : diagnostics.map { "\(path):\(Self.line($0))" }
    }.joined(separator: "\n")
  }

  private static func line(_ diagnostic: [String: Any]) -> String {
    let code = diagnostic.text("code")
    let link = diagnostic.object("codeDescription").text("href")
    #expect(link == (code.isEmpty ? "" : "file:///Rules.md#\(code)"))
    let severity = ["error", "warning", "note"][diagnostic.number("severity") - 1]
    return "\(diagnostic.rangeText) \(severity): \(diagnostic.text("message"))"
      + (code.isEmpty ? "" : " [\(code)]")
  }

  private func setText(of path: String, to text: String) -> String {
    texts[path] = text
    return text
  }

  private func change(_ path: String, to text: String, by edit: [String: Any]? = nil) {
    version += 1
    client?.change(path, version: version, [edit ?? ["text": text]])
    texts[path] = text
  }

  // MARK: Requests

  private func answer(_ request: String, _ path: String, _ argument: String) -> String {
    var parameters: [String: Any] = ["textDocument": ScriptedClient.document(path)]
    var method = request
    switch request {
    case "hover", "definition": break
    case "references", "mentions":
      method = "references"
      parameters["context"] = ["includeDeclaration": request == "references"]
    case "symbols": method = "documentSymbol"
    case "lenses": method = "codeLens"
    case "format": method = "formatting"
    case "fixes":
      method = "codeAction"
      parameters["range"] = ScriptedClient.wholeText
      parameters["context"] = ["diagnostics": []]
    case "rename?": method = "prepareRename"
    default: break
    }
    var place = argument
    if request == "rename" {
      let parts = argument.components(separatedBy: " to ")
      place = parts[0]
      parameters["newName"] = parts[1]
    }
    if !place.isEmpty {
      guard let position = position(in: path, at: place) else { return "not found: \(place)" }
      parameters["position"] = position
    }
    let response = client?.response("textDocument/\(method)", parameters) ?? [:]
    if let error = response["error"] as? [String: Any] {
      return "error \(error.number("code")): \(error.text("message"))"
    }
    let (result, list) = (response.object("result"), response.objects("result"))
    switch request {
    case "hover": return result.object("contents").text("value")
    case "rename?":
      return result.isEmpty ? "no" : "\(result.text("placeholder")) \(result.rangeText)"
    case "rename": return edited(result.object("changes"))
    case "symbols":
      return list.map { symbol in
        let inside = symbol.objects("children").map { "\($0.text("name")) \($0.text("detail"))" }
        return symbol.text("name") + (inside.isEmpty ? "" : ": \(inside.joined(separator: ", "))")
      }.joined(separator: "\n")
    case "lenses":
      return list.map {
        "\($0.object("range").object("start").number("line")): \($0.object("command").text("title"))"
      }.joined(separator: "\n")
    case "fixes":
      return list.map { fix in
        "\(fix.text("kind")) \(fix.text("title"))\n\(edited(fix.object("edit").object("changes")))"
      }.joined(separator: "\n")
    case "format":
      if response["result"] is NSNull || list.isEmpty { return "nothing to do" }
      return edited([FileURI.uri(path): list], applying: true)
    default:
      return list.map { "\(FileURI.path($0.text("uri"))):\($0.rangeText)" }.joined(separator: "\n")
    }
  }

  private func completions(_ path: String, _ place: String) -> String {
    guard let position = position(in: path, at: place) else { return "not found: \(place)" }
    let parameters = ["textDocument": ScriptedClient.document(path), "position": position]
    let items = client?.list("textDocument/completion", parameters) ?? []
    let edits = items.suffix(1).map { $0.object("textEdit") }
    return items.map { $0.text("label") }.joined(separator: ", ") + "\n"
      + edited([FileURI.uri(path): edits])
  }

  private func position(in path: String, at place: String) -> [String: Any]? {
    let text = texts[path] ?? files[path] ?? ""
    let parts = place.components(separatedBy: "|")
    guard let range = text.range(of: parts.joined()) else { return nil }
    return ScriptedClient.position(
      of: text[..<range.lowerBound].utf8.count + parts[0].utf8.count, in: text)
  }

  private func edited(_ changes: [String: Any], applying: Bool = false) -> String {
    changes.sorted { $0.key < $1.key }.flatMap { uri, edits -> [String] in
      let path = FileURI.path(uri)
      let old = texts[path] ?? files[path] ?? ""
      let new = ScriptedClient.text(old, after: edits as? [[String: Any]] ?? [])
      if applying { change(path, to: new) }
      let lines = old.components(separatedBy: "\n")
      return new.components(separatedBy: "\n").enumerated()
        .filter { applying || $0.offset >= lines.count || $0.element != lines[$0.offset] }
        .map { applying ? $0.element : "\(path):\($0.offset) \($0.element)" }
    }.joined(separator: "\n")
  }

  // MARK: Positions

  private static func range(of range: Range<String.Index>, in text: String) -> [String: Any] {
    let ends = [range.lowerBound, range.upperBound].map { text[..<$0].utf8.count }
    return [
      "start": ScriptedClient.position(of: ends[0], in: text),
      "end": ScriptedClient.position(of: ends[1], in: text),
    ]
  }
}
