import FlintAnalysis
import FlintModel
import FlintText

extension ImpactReport {
  func writeText(style: TextStyle, into sink: inout ByteSink) {
    let writer = TerminalWriter(style: style)
    var title = Line(hanging: 2).adding(name, .strong)
    if name != id { title.add("  [\(id)]", .quiet) }
    title.add("  \(subject.kind.rawValue)", .quiet)
    var lines = [title, .blank]
    if features.isEmpty { lines.append(Line().adding("No feature depends on this declaration.")) }
    lines += features.map { line($0) }
    if !states.isEmpty {
      lines.append(.blank)
      var line = Line(hanging: 2).adding("Mentioned in \(plural("state", states.count)) ", .quiet)
      line.add(states.map { "'\($0)'" }.joined(separator: ", "))
      lines.append(line)
    }
    if !occurrences.isEmpty {
      lines += [.blank, Line().adding("Mentioned at:", .quiet)] + occurrenceLines
    }
    writer.write(lines, to: &sink)
  }

  private var name: String {
    switch subject {
    case .product(let product): manifest.products[product].name
    case .permission(let permission): permission.displayName.capitalizedFirst
    case .attribute(let attribute): manifest.attributes[attribute].name
    case .feature(let feature): manifest.features[feature].name
    }
  }

  private func line(_ feature: Impact.Feature) -> Line {
    let declaration = manifest.features[feature.feature]
    var line = Line(hanging: 2)
    line.add(feature.effect.symbol + " ", feature.effect.role)
    line.add(declaration.name, .strong)
    if declaration.name != declaration.id { line.add("  [\(declaration.id)]", .quiet) }
    line.add("  \(feature.effect.displayText)", feature.effect.role)
    if !feature.namesSubject { line.add("  (depends on it indirectly)", .quiet) }
    return line
  }

  private var occurrenceLines: [Line] {
    occurrences.map { occurrence in
      Line(hanging: 2).adding(
        "\(occurrence.path):\(occurrence.location.line):\(occurrence.location.column)")
    }
  }
}

extension Impact.Effect {
  fileprivate var symbol: String {
    switch self {
    case .never: "✗"
    case .sometimes, .only: "≠"
    case .unchanged: "✓"
    case .undecided: "?"
    }
  }

  fileprivate var role: Role {
    switch self {
    case .never: .bad
    case .sometimes, .only, .undecided: .open
    case .unchanged: .good
    }
  }

  fileprivate var displayText: String {
    switch self {
    case .never: "never available without it"
    case .sometimes: "available without it, but in fewer states"
    case .unchanged: "equally available without it"
    case .only: "available only without it"
    case .undecided: "undecided: too complex to compare in every state"
    }
  }
}
