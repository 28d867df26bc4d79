import FlintAnalysis
import FlintModel
import FlintManifest
import FlintText

extension DifferenceReport {
  func writeMarkdown(into sink: inout ByteSink) {
    sink.append("### Feature availability\n\n")
    if let files, !versions.areFiles {
      sink.append("\(versions.markdown(files.old.source.path, files.new.source.path))\n\n")
    }
    sink.append("**\(countsDisplayText)**\n")
    guard !difference.features.isEmpty else { return }
    let blocks = blocks
    let reportsCauses = blocks.contains(where: \.isReported)
    sink.append("\n| Feature | Change | \(reportsCauses ? "Cause | " : "")Example |\n")
    sink.append("|---|---|---|\(reportsCauses ? "---|" : "")\n")
    for block in blocks {
      let features = block.features.map { feature in
        let id = feature.name == feature.id ? "" : " " + MarkdownText.code(feature.id)
        return MarkdownText.cell(feature.name) + id
      }
      let examples = block.examples.map { example in
        let flags = flags(example)
        let state =
          flags.isEmpty ? "a fresh install" : MarkdownText.code(flags.joined(separator: " "))
        let name = block.exampleName.map { MarkdownText.cell($0) + ": " } ?? ""
        return "\(name)\(example.old.name) → \(example.new.name): \(state)"
      }
      let causes = block.causes.map { cause in
        [cause.old, cause.new].map { $0.map { MarkdownText.code($0.text) } ?? "(none)" }
          .joined(separator: " → ")
      }
      let change = "\(block.features[0].change.symbol) \(block.features[0].change.displayText)"
      sink.append(
        "| \(features.joined(separator: "<br>")) | \(change) | "
          + (reportsCauses ? causes.joined(separator: "<br>") + " | " : "")
          + "\(examples.joined(separator: "<br>")) |\n")
    }
    if difference.features.contains(where: { !$0.examples.isEmpty }) {
      sink.append(
        "\nTo reproduce an example, add its flags to `flint-inspect evaluate MANIFEST --lenient`.\n"
      )
    }
  }
}
