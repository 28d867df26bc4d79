extension Command {
  static let bundle = Command(
    name: "bundle",
    otherNames: ["export"],
    summary: "Combine a manifest and the files it includes into one.",
    arguments: [.manifest],
    options: .list(.watch, .output),
    examples: ["bundle manifest.json --output whole.json"],
    run: { context in
      let file = try context.readManifest()
      try context.writeResult { file.writeBundle(to: &$0) }
      return .success
    })
}
