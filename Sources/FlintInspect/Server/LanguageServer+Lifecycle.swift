import FlintText

struct ClientAbilities {
  var process: Int?
  var registersWatchers = false
  var takesRelatedInformation = false
}

extension LanguageServer {
  func initialize(_ message: Message) -> Result {
    message.withParameters { parameters in
      if case .value(let process) = parameters.member("processId")?.integer, process > 0 {
        client.process = Int(process)
      }
      let abilities = parameters.member("capabilities")
      let documents = abilities?.member("textDocument")?.member("publishDiagnostics")
      client.takesRelatedInformation = documents?.member("relatedInformation")?.bool ?? false
      client.registersWatchers =
        abilities?.member("workspace")?.member("didChangeWatchedFiles")?
        .member("dynamicRegistration")?.bool ?? false
      let encodings = abilities?.member("general")?.member("positionEncodings")?.elements
        .compactMap { $0.string.flatMap(PositionEncoding.init) }
      workspace.encoding = encodings?.first ?? .utf16
      workspace.folders = Self.folders(parameters)
      return ()
    }
    let encoding = workspace.encoding.rawValue
    let program = program
    return { writer in
      writer.object { writer in
        writer.key("capabilities")
        writer.object { writer in
          writer.member("positionEncoding", encoding)
          writer.key("textDocumentSync")
          writer.object { writer in
            writer.key("openClose")
            writer.bool(true)
            writer.member("change", 2)
            writer.key("save")
            writer.bool(true)
          }
          writer.key("completionProvider")
          writer.object { $0.member("triggerCharacters", ["\"", ":"]) }
          writer.key("renameProvider")
          writer.object { writer in
            writer.key("prepareProvider")
            writer.bool(true)
          }
          writer.key("codeActionProvider")
          writer.object { $0.member("codeActionKinds", ["quickfix"]) }
          writer.key("codeLensProvider")
          writer.object { _ in }
          for ability in [
            "hoverProvider", "definitionProvider", "referencesProvider", "documentSymbolProvider",
            "documentFormattingProvider",
          ] as [StaticString] {
            writer.key(ability)
            writer.bool(true)
          }
        }
        writer.key("serverInfo")
        writer.object { writer in
          writer.member("name", program.name)
          writer.member("version", program.version)
        }
      }
    }
  }

  private static func folders(_ parameters: JSONValue) -> [String] {
    var uris =
      parameters.member("workspaceFolders")?.elements
      .compactMap { $0.member("uri")?.string } ?? []
    if uris.isEmpty, let root = parameters.member("rootUri")?.string { uris = [root] }
    var paths = uris.map { FileURI.path($0) }
    if paths.isEmpty, let root = parameters.member("rootPath")?.string { paths = [root] }
    return paths.filter { $0.hasPrefix("/") }
      .map { $0.count > 1 && $0.hasSuffix("/") ? String($0.dropLast()) : $0 }
  }

  func watchFiles() {
    outbox.request("client/registerCapability", id: "watch") { writer in
      writer.object { writer in
        writer.key("registrations")
        writer.array { writer in
          writer.object { writer in
            writer.member("id", "json-files")
            writer.member("method", ServerMethod.didChangeWatchedFiles.rawValue)
            writer.key("registerOptions")
            writer.object { writer in
              writer.key("watchers")
              writer.array { writer in
                writer.object { $0.member("globPattern", "**/*.json") }
              }
            }
          }
        }
      }
    }
  }

  // MARK: Open texts

  func didOpen(_ parameters: JSONValue) {
    guard let document = parameters.member("textDocument"),
      let uri = document.member("uri")?.string,
      let text = document.member("text"), text.kind == .string
    else { return }
    var version: Int64 = 0
    if case .value(let given) = document.member("version")?.integer { version = given }
    workspace.open(
      OpenDocument(
        uri: uri, path: FileURI.path(uri), version: version,
        text: text.withUTF8 { SourceText($0) }, workspace.encoding))
  }

  func didChange(_ parameters: JSONValue) {
    guard let path = Self.path(parameters) else { return }
    _ = workspace.update(path) { $0.change(parameters) }
  }

  func didClose(_ parameters: JSONValue) {
    guard let path = Self.path(parameters), let document = workspace.close(path) else { return }
    withdraw(document)
  }

  static func path(_ parameters: JSONValue) -> String? {
    parameters.member("textDocument")?.member("uri")?.string.map { FileURI.path($0) }
  }
}
