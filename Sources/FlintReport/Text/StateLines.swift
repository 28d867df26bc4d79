internal import FlintCore

/// The heading of a text report: the name of the simulated state and, optionally, its values.
struct StateLines {
  private let head: ReportContext
  private let state: ResolvedState
  private let manifest: Manifest
  private let contents: StateContents
  private let isDetailed: Bool

  /// Creates the heading.
  ///
  /// - Parameter isDetailed: Whether to list the state's values, and examples of command-line options that change them.
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

  /// One line for each kind of fact, such as permissions, with all its values. The platform and the versions are
  /// omitted, because the title contains them.
  private var rows: [Line] {
    StateSection.allCases.compactMap { section in
      switch section {
      case .platform, .osVersion, .appVersion, .defaults: nil
      case .date: row(section, date)
      case .permissions: row(section, permissions)
      case .purchases: row(section, purchases)
      case .unlocked: row(section, unlocked)
      case .toggles: row(section, toggles)
      case .runtime: row(section, runtime)
      case .attributes: row(section, attributes)
      case .buckets: row(section, buckets)
      }
    }
  }

  private func row(_ section: StateSection, _ values: GroupedValues) -> Line? {
    guard !values.groups.isEmpty else { return nil }
    var line = Line(indentation: 2, hanging: 15)
    line.add(section.name, .quiet)
    line.pad(to: 15)
    for (index, group) in values.groups.enumerated() {
      if index > 0 { line.add(" · ", .quiet) }
      if !group.value.isEmpty { line.add(group.value + ": ", .quiet) }
      line.add(group.names.joined(separator: ", "))
    }
    return line
  }

  private var date: GroupedValues {
    var values = GroupedValues()
    if let date = state.date { values.add(date.description, to: "") }
    return values
  }

  private var permissions: GroupedValues {
    var values = GroupedValues()
    for permission in contents.permissions {
      values.add(permission.name, to: state.status(of: permission).label)
    }
    return values
  }

  private var purchases: GroupedValues {
    var values = GroupedValues()
    for index in manifest.products.indices {
      // As in constraint ids, unusual product ids are quoted, to show where they begin and end.
      var id = ""
      PurchaseExpression.product(index)
        .write(to: &id, products: manifest.products, groups: manifest.groups)
      values.add(id, to: state.displayText(of: index))
    }
    return values
  }

  private var unlocked: GroupedValues {
    var values = GroupedValues()
    for feature in state.given.unlocked { values.add(manifest.features[feature].id, to: "") }
    return values
  }

  private var toggles: GroupedValues {
    var values = GroupedValues()
    for toggle in contents.toggles {
      let isOn = state.toggle(of: toggle.feature, defaultValue: toggle.defaultValue)
      values.add(manifest.features[toggle.feature].id, to: isOn.switchWord)
    }
    return values
  }

  private var runtime: GroupedValues {
    var values = GroupedValues()
    for feature in contents.runtime {
      let flag = state.runtimeFlag(of: feature)
      values.add(manifest.features[feature].id, to: flag.switchWord)
    }
    return values
  }

  private var attributes: GroupedValues {
    var values = GroupedValues()
    for (index, attribute) in manifest.attributes.enumerated() {
      let value = ConstraintFacts.Value(state.value(of: index), of: attribute)
      values.add(attribute.id, to: value.displayText)
    }
    return values
  }

  private var buckets: GroupedValues {
    var values = GroupedValues()
    for (bucket, position) in state.given.buckets.sorted(by: { $0.key < $1.key }) {
      values.add(manifest.buckets[bucket], to: position.description)
    }
    return values
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

/// Names grouped by their value. A group is written as `denied: camera, photos`. The groups are in the order in which
/// the values first appear.
private struct GroupedValues {
  private(set) var groups: [(value: String, names: [String])] = []

  mutating func add(_ name: String, to value: String) {
    if let index = groups.firstIndex(where: { $0.value == value }) {
      groups[index].names.append(name)
    } else {
      groups.append((value, [name]))
    }
  }
}

extension ResolvedState {
  /// The platform with its version: `iOS 17.2`, `the latest iOS`.
  var deviceDisplayText: String {
    switch osVersion {
    case .latest: "the latest \(platform.name)"
    case .version(let version): "\(platform.name) \(version)"
    }
  }

  var appDisplayText: String {
    switch appVersion {
    case .latest: "the latest app version"
    case .version(let version): "app version \(version)"
    }
  }
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
