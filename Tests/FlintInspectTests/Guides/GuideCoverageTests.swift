import FlintModel
import Foundation
import ProgramHarness
import RandomModels
import TestSupport
import Testing

@testable import FlintInspect

/// The guides describe every key, option, rule, status and next step, each within an example, and all links are valid.
@Suite("The guides are complete")
struct GuideCoverageTests {
  @Test("The program and the overviews list the pages in the folder")
  func lists() throws {
    let pages = try GuidePage.names.filter { $0 != "FlintCore" }
    #expect(Guide.all.map(\.name) == pages)
    let topics = try ["FlintCore", "CommandLine"].map { try GuidePage(named: $0).text }.joined()
    let linked = Set(topics.matches(of: #/(?m)^- <doc:(\w+)>$/#).map { String($0.output.1) })
    #expect(Set(pages).subtracting(linked) == [])
  }

  // MARK: Keys

  /// Objects with the same keys, which the guides describe once.
  private static let sameObjects = ["feature.constraints", "block.constraints", "namedCondition"]

  /// `tvOSOnly` and the others like `iOSOnly`: the guides say that they work alike.
  private static func merged(_ key: SchemaKeys.Key) -> SchemaKeys.Key {
    if key.name.hasSuffix("Only") { return SchemaKeys.Key(object: "condition", name: "iOSOnly") }
    for name in sameObjects where key.object == name || key.object.hasPrefix(name + ".") {
      return SchemaKeys.Key(
        object: "condition" + key.object.dropFirst(name.count), name: key.name)
    }
    return key
  }

  private static let schemas = [
    ("manifest", "manifestVersion"), ("scenarios", "scenarioVersion"), ("state", nil),
  ]

  @Test("Every key of manifests, scenarios and states is in an example")
  func keys() throws {
    let documents = try GuidePage.written.flatMap(\.fences)
      .filter { ["", "json"].contains($0.language) }
      .compactMap { try? JSONTree($0.text) }
    var known: Set<SchemaKeys.Key> = []
    var used: Set<SchemaKeys.Key> = []
    for (name, mark) in Self.schemas {
      let schema = try SchemaKeys(name)
      known.formUnion(schema.keys.map(Self.merged))
      for document in documents {
        let found = Self.schemas.first { $0.1.map { document.member($0) != nil } ?? true }
        guard found?.1 == mark else { continue }
        used.formUnion(try schema.keys(in: document).map(Self.merged))
      }
    }
    let missing = known.subtracting(used).sorted()
    #expect(known.count > 150 && missing.isEmpty, "\(missing)")
  }

  /// The assistants' tests and the fuzz targets read the manifest without other files, so it includes none.
  @Test("The example 'kitchen-sink' uses every key of a manifest, except 'include'")
  func kitchenSink() throws {
    let file = Package.root.appending(path: "Fixtures/kitchen-sink/manifest.json")
    let manifest = try JSONTree(try String(contentsOf: file, encoding: .utf8))
    let schema = try SchemaKeys("manifest")
    let keys = schema.keys.filter { $0.name != "include" }
    #expect(keys.subtracting(try schema.keys(in: manifest)).sorted() == [])
  }

  // MARK: Commands and options

  @Test("The reference lists every option of every command")
  func reference() throws {
    let page = try GuidePage(named: "CommandReference")
    let start = try #require(page.text.range(of: "\n## State options\n")?.lowerBound)
    let reference = CommandReference.markdown
    if Document.isRecording {
      try Document.record(page.text[..<start] + reference, insteadOf: page.text, in: page.path)
    } else {
      #expect(page.text[start...] == reference)
    }
  }

  /// The fenced blocks with commands. In the reference, only those before the generated part count.
  private static func commandLines() throws -> String {
    var pages = try GuidePage.written.map(\.text)
    let reference = try GuidePage(named: "CommandReference").text
    pages.append(String(reference.split(separator: "\n## State options\n")[0]))
    return pages.flatMap { GuidePage.fences(in: $0) }
      .filter { !["json", "swift", "xml"].contains($0.language) }
      .map(\.text).joined(separator: "\n")
  }

  @Test("Every command is in an example")
  func commands() throws {
    let lines = try Self.commandLines()
    let missing = try CommandTable.commands.map(\.name).filter { name in
      !lines.contains(try Regex("\(programName) \(name)\\b"))
    }
    #expect(missing == [])
  }

  @Test("Every option is in an example")
  func options() throws {
    let lines = try Self.commandLines()
    let names = Set(CommandTable.commands.flatMap(\.allOptions).map(\.name))
    let missing = try names.filter { !lines.contains(try Regex("--\($0)(?![a-z-])")) }
    #expect(names.count > 60 && missing.isEmpty, "\(missing.sorted())")
  }

  @Test("Every output format is in a guide, except each command's default")
  func formats() throws {
    let text = try GuidePage.written.map(\.text).joined()
    let words = Set(
      CommandTable.commands.compactMap { $0.option(named: "format") }
        .flatMap { $0.value.choices.dropFirst() })
    let missing = try words.filter { !text.contains(try Regex("--format \($0)(?![a-z-])")) }
    #expect(words.count > 5 && missing.isEmpty, "\(missing.sorted())")
  }

  // MARK: Steps and statuses

  @Test("Every next step and every status of features is in an example")
  func words() throws {
    let examples = try GuidePage.written.flatMap(\.fences).map(\.text).joined(separator: "\n")
    let words = NextStep.Action.allCases.map(\.name) + FeatureStatus.allCases.map(\.name)
    #expect(words.filter { !examples.contains("\"\($0)\"") } == [])
  }

  @Test("Every status of permissions and of products is in an example of a state")
  func stateStatuses() throws {
    let documents = try GuidePage.written.flatMap(\.fences).filter { $0.language == "json" }
      .compactMap { try? JSONTree($0.text) }
    let statuses: [(key: String, names: [String])] = [
      ("permissions", SystemPermissionStatus.allCases.map(\.name)),
      ("purchases", PurchaseStatus.allCases.map(\.name)),
    ]
    for (key, names) in statuses {
      let used = Set(documents.flatMap { Self.values(under: key, in: $0) })
      #expect(names.filter { !used.contains($0) } == [], "\(key)")
    }
  }

  private static func values(under key: String, in tree: JSONTree) -> [String] {
    guard case .object(let members) = tree else {
      return tree.elements.flatMap { values(under: key, in: $0) }
    }
    return members.flatMap { member in
      var found = values(under: key, in: member.value)
      if member.key == key, case .object(let inner) = member.value {
        found += inner.compactMap(\.value.string)
      }
      return found
    }
  }

  @Test("Every status of constraints is described")
  func constraintStatuses() throws {
    let page = try GuidePage(named: "Deciding").text
    let missing = ConstraintStatus.allCases.map(\.name).filter { name -> Bool in
      !page.contains("| `\(name)` |")
    }
    #expect(missing == [])
  }

  // MARK: Links

  @Test("Every link leads to a page, a heading or a file")
  func links() throws {
    let pages = try Dictionary(
      uniqueKeysWithValues: GuidePage.names.map { ($0, try GuidePage(named: $0)) })
    var broken: [String] = []
    for page in try GuidePage.all {
      for link in page.prose.matches(of: #/<doc:(\w+)(?:#([^>]+))?>/#) {
        let target = pages[String(link.output.1)]
        let isFound =
          link.output.2.map { target?.anchors.contains($0.lowercased()) } ?? (target != nil)
        if isFound != true { broken.append("\(page.path): \(link.output.0)") }
      }
      for link in page.prose.matches(of: #/\]\(([^)\s]+)\)/#) {
        let target = String(link.output.1)
        if target.hasPrefix("http") { continue }
        let parts = target.split(separator: "#", omittingEmptySubsequences: false).map(String.init)
        let isFound =
          parts[0].isEmpty
          ? page.anchors.contains(parts[1].lowercased()) : Self.exists(parts[0], from: page.path)
        if !isFound { broken.append("\(page.path): \(target)") }
      }
    }
    #expect(broken == [])
  }

  /// Whether a file exists, relative to a page. DocC finds images in `Resources` by their names.
  private static func exists(_ target: String, from path: String) -> Bool {
    let folder = Package.root.appending(path: path).deletingLastPathComponent()
    let files = FileManager.default
    if files.fileExists(atPath: folder.appending(path: target).path) { return true }
    let resources = folder.appending(path: "Resources")
    let names = (try? files.contentsOfDirectory(atPath: resources.path)) ?? []
    return names.contains { $0.hasPrefix(target + ".") || $0.hasPrefix(target + "@") }
  }

  // MARK: Glossary

  @Test("The glossary is sorted, and each of its terms links to a guide")
  func glossary() throws {
    let page = try GuidePage(named: "Glossary").text
    let rows = page.matches(of: #/(?s)\n- \*\*([^*]+)\*\*: (.+?)(?=\n- |$)/#)
    let terms = rows.map { String($0.output.1) }
    #expect(terms.count >= 40 && Set(terms).count == terms.count, "\(terms)")
    #expect(terms == terms.sorted { $0.lowercased() < $1.lowercased() })
    let unlinked = rows.filter { !$0.output.2.contains("<doc:") }.map { String($0.output.1) }
    #expect(unlinked == [])
  }
}
