import FlintModel
import FlintLogic

struct StateLines {
  private let head: ReportContext
  private let state: ResolvedState
  private let manifest: Manifest
  private let contents: StateContents
  private let isDetailed: Bool

  init(_ head: ReportContext, isDetailed: Bool) {
    self.head = head
    state = head.sentences.state
    manifest = state.manifest
    contents = StateContents(state)
    self.isDetailed = isDetailed
  }

  var lines: [Line] {
    [title, origin] + baseline + (isDetailed ? rows + [advice] : []) + [.blank]
  }

  // MARK: Title

  private var title: Line {
    var line = Line(hanging: 2)
    line.add(manifest.app.name ?? head.manifestPath, .strong)
    line.add(" on ")
    line.add(state.deviceDisplayText, .strong)
    line.add(", \(state.appDisplayText)")
    return line
  }

  private var origin: Line {
    var line = Line(hanging: 2)
    line.add("State: ", .quiet)
    line.add(head.origin.displayText)
    if !head.flags.isEmpty { line.add(", with \(head.flags.joined(separator: " "))") }
    return line
  }

  private var baseline: [Line] {
    guard let baseline = head.baseline else { return [] }
    let state = baseline.sentences.state
    var line = Line(hanging: 2)
    line.add("Compared with: ", .quiet)
    line.add(
      "\(baseline.origin.displayText) on \(state.deviceDisplayText), \(state.appDisplayText)")
    return [line]
  }

  // MARK: Rows

  private static let omitted: Set<StateSection> = [.platform, .osVersion, .appVersion, .defaults]

  private var rows: [Line] {
    StateSection.allCases.filter { !Self.omitted.contains($0) }.compactMap { row($0) }
  }

  private func row(_ section: StateSection) -> Line? {
    let values = values(of: section)
    guard !values.groups.isEmpty else { return nil }
    var line = Line(indentation: 2, hanging: 15)
    line.add(section.name, .quiet)
    line.pad(to: 15)
    for (index, group) in values.groups.enumerated() {
      if index > 0 { line.add(" · ", .quiet) }
      line.add(group.names.joined(separator: ", "))
      if !group.value.isEmpty { line.add(": " + group.value, .quiet) }
    }
    return line
  }

  private func values(of section: StateSection) -> GroupedValues {
    var values = GroupedValues()
    for fact in contents.facts(of: section) {
      switch section.form {
      case .value: if state.value(of: fact) != .notGiven { values.add(state.displayText(of: fact)) }
      case .list: values.add(name(of: fact))
      case .members: values.add(name(of: fact), to: state.displayText(of: fact))
      }
    }
    return values
  }

  private func name(of fact: Fact) -> String {
    guard case .product(let product) = fact else {
      return fact.subject.map { manifest.id(of: $0.kind, at: $0.index) } ?? ""
    }
    // As in constraint ids, unusual product ids are quoted, so that their extent is visible.
    var id = ""
    PurchaseExpression.product(product)
      .write(to: &id, products: manifest.products, groups: manifest.groups)
    return id
  }

  // MARK: Advice

  private var advice: Line {
    var line = Line(hanging: 2)
    line.add("Change the state with ", .quiet)
    let flags = StateAdvice(state, contents).flags
    for (index, flag) in flags.enumerated() {
      let comma = index < flags.count - 1 ? "," : ""
      if index > 0 { line.add(" ", .quiet) }
      line.add(flag + comma, .quiet, isBreakable: false)
    }
    return line
  }
}

private struct GroupedValues {
  private(set) var groups: [(value: String, names: [String])] = []

  mutating func add(_ name: String, to value: String = "") {
    if let index = groups.firstIndex(where: { $0.value == value }) {
      groups[index].names.append(name)
    } else {
      groups.append((value, [name]))
    }
  }
}

extension ResolvedState {
  var deviceDisplayText: String {
    switch osVersion {
    case .latest: "the latest \(platform.name)"
    case .version(let version): "\(platform.name) \(version)"
    }
  }

  var appDisplayText: String { DeviceFact.appVersion.displayName(of: .version(appVersion)) }
}

extension StateOrigin {
  var displayText: String {
    switch self {
    case .named(let name): "'\(name)' (from the manifest)"
    case .defaultNamed(let name): "'\(name)' (the manifest's default)"
    case .file(let path): path
    case .json(let option): "given with --\(option)"
    case .freshInstall: "a fresh install"
    }
  }
}
