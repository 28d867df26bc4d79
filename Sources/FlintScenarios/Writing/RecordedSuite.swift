package import FlintModel
package import FlintText

package struct RecordedSuite: Sendable {
  private let scenarios: [RecordedScenario]
  private let manifest: Manifest

  package init(_ scenarios: [RecordedScenario], of manifest: Manifest) {
    self.scenarios = scenarios
    self.manifest = manifest
  }

  package func write(into sink: inout ByteSink) {
    sink.jsonLine { json in
      json.object(.lines) { json in
        json.member("scenarioVersion", 1)
        json.key("scenarios")
        json.array(.lines, of: scenarios) { $0.write(of: manifest, to: &$1) }
      }
    }
  }
}
