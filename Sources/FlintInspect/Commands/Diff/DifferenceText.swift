import FlintAnalysis
import FlintModel
import FlintManifest
import FlintText

extension DifferenceReport {
  func writeText(style: TextStyle, into sink: inout ByteSink) {
    let blocks = blocks
    let reportsCauses = blocks.contains(where: \.isReported)
    var lines: [Line] = []
    if let files, !versions.areFiles {
      lines += versions.lines(files.old.source.path, files.new.source.path) + [.blank]
    }
    for block in blocks {
      // Blocks with causes are separated by blank lines.
      if reportsCauses, let last = lines.last, last != .blank { lines.append(.blank) }
      for feature in block.features {
        var line = Line(hanging: 2)
        line.add(feature.change.symbol + " ", feature.change.role)
        line.add(feature.name, .strong)
        if feature.name != feature.id { line.add("  [\(feature.id)]", .quiet) }
        line.add("  \(feature.change.displayText)", feature.change.role)
        lines.append(line)
      }
      for cause in block.causes { lines += self.lines(cause) }
      lines += block.examples.map { line($0, of: block.exampleName) }
    }
    if !lines.isEmpty, lines.last != .blank { lines.append(.blank) }
    var summary = Line(hanging: 2)
    summary.add(countsDisplayText)
    TerminalWriter(style: style).write(lines + [summary], to: &sink)
  }

  private func lines(_ cause: ChangedFeatureGroup.Cause) -> [Line] {
    func line(_ symbol: String, _ role: Role, _ excerpt: ChangedFeatureGroup.Excerpt?) -> [Line] {
      guard let excerpt else { return [] }
      var line = Line(indentation: 2, hanging: 4)
      line.add(symbol + " ", role)
      line.add("\(excerpt.path):\(excerpt.line)  ", .quiet)
      line.add(excerpt.text, role)
      return [line]
    }
    return line("−", .bad, cause.old) + line("+", .good, cause.new)
  }

  private func line(_ example: FeatureDifference.Example, of name: String?) -> Line {
    var line = Line(indentation: 4, hanging: 6)
    if let name { line.add(name + ": ") }
    line.add(example.old.name, example.old.role)
    line.add(" → ")
    line.add(example.new.name, example.new.role)
    // Lines with command-line options are not wrapped, so that they can be copied.
    let flags = flags(example)
    line.isWrapped = flags.isEmpty
    if flags.isEmpty { return line.adding("  on a fresh install", .quiet) }
    line.add("  with", .quiet)
    for flag in flags {
      line.add(" ")
      line.add(flag, .plain, isBreakable: false)
    }
    return line
  }
}
