internal import FlintManifest
internal import FlintText

extension Command {
  static let bundle = Command(
    name: "bundle",
    otherNames: ["export"],
    summary: "Combine a manifest and the files it includes into one.",
    arguments: [.manifest],
    options: .list(.watch, .output),
    examples: ["bundle manifest.json --output whole.json"],
    run: { (context) throws(CommandFailure) in
      let file = try context.readManifest(context.invocation.arguments[0])
      try context.writeResult { sink in
        guard file.parts.isEmpty else { return sink.jsonLine(.pretty) { file.write(to: &$0) } }
        sink.append(file.source.text, 0...)
      }
      return .success
    })
}

extension ManifestFile {
  fileprivate func write(to json: inout JSONWriter) {
    document.withRoot { json.value($0) }
  }
}
