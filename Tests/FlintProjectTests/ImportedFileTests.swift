import FlintManifest
import FlintText
import TestSupport
import Testing

@testable import FlintProject

@Suite("The format of an imported file")
struct ImportedFileTests {
  @Test("Is Swift by the ending of its name")
  func swift() throws {
    let source = SourceFile(path: "a.swift", text: SourceText("enum Flag { case a }"))
    #expect(try ImportedFile(source, timeZones: NoZones()).kind == .swiftSource)
  }

  @Test("Is determined by its content", arguments: ExampleFile.examples("imported-files"))
  func content(example: ExampleFile.Example) throws {
    var found: [String] = []
    do {
      let source = SourceFile(path: "f", text: SourceText(example.text))
      let file = try ImportedFile(source, timeZones: NoZones())
      found = ["\(file.kind)"]
      if case .storeConfiguration(let store) = file {
        found += store.products.map {
          "\($0.declaration.id) “\($0.declaration.name)”: \($0.declaration.type)"
        }
        found += problemLines(store.warnings, in: example.text).map { "warning at \($0)" }
      }
    } catch {
      found = problemLines(error.diagnostics, in: example.text)
    }
    try example.record(found)
    #expect(found == example.expected)
  }
}
