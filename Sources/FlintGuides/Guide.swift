/// A guide: one page of the documentation, in Markdown. The guides are built into the program, so that AI assistants
/// can read them through the context server (the command `mcp`, a server for the Model Context Protocol).
package struct Guide: Sendable {
  /// The name of the guide's file, without the extension.
  package let name: String
  private let bytes: [UInt8]

  private init(_ name: String, _ bytes: [UInt8]) {
    self.name = name
    self.bytes = bytes
  }

  package var text: String { String(decoding: bytes, as: UTF8.self) }

  /// The text of the page's first heading.
  package var title: String {
    let heading = bytes.prefix { $0 != UInt8(ascii: "\n") }.drop { $0 != UInt8(ascii: " ") }
    return String(decoding: heading.dropFirst(), as: UTF8.self)
  }

  /// All guides: the pages in the folder `Pages`, which is a link to `FlintCore.docc`, except the index `FlintCore.md`.
  package static var all: [Guide] {
    [
      Guide("Asking", PackageResources.Asking_md),
      Guide("Assistants", PackageResources.Assistants_md),
      Guide("Changelog", PackageResources.Changelog_md),
      Guide("CommandLine", PackageResources.CommandLine_md),
      Guide("CommandReference", PackageResources.CommandReference_md),
      Guide("ContinuousIntegration", PackageResources.ContinuousIntegration_md),
      Guide("ContinuousIntegrationFiles", PackageResources.ContinuousIntegrationFiles_md),
      Guide("Deciding", PackageResources.Deciding_md),
      Guide("Declaring", PackageResources.Declaring_md),
      Guide("Editors", PackageResources.Editors_md),
      Guide("EveryState", PackageResources.EveryState_md),
      Guide("FromCodeToManifest", PackageResources.FromCodeToManifest_md),
      Guide("Glossary", PackageResources.Glossary_md),
      Guide("HowItIsTested", PackageResources.HowItIsTested_md),
      Guide("JSONResults", PackageResources.JSONResults_md),
      Guide("ManifestFormat", PackageResources.ManifestFormat_md),
      Guide("Permissions", PackageResources.Permissions_md),
      Guide("PopulationTables", PackageResources.PopulationTables_md),
      Guide("Populations", PackageResources.Populations_md),
      Guide("Purchases", PackageResources.Purchases_md),
      Guide("RemoteConfig", PackageResources.RemoteConfig_md),
      Guide("Rules", PackageResources.Rules_md),
      Guide("Scenarios", PackageResources.Scenarios_md),
      Guide("States", PackageResources.States_md),
      Guide("StoreRecords", PackageResources.StoreRecords_md),
      Guide("Suites", PackageResources.Suites_md),
      Guide("Support", PackageResources.Support_md),
      Guide("Testing", PackageResources.Testing_md),
    ]
  }
}
