import FlintAnalysis
import FlintModel
import FlintManifest
import FlintText

struct DifferenceReport {
  let difference: ManifestDifference

  private let start: StateArguments.Start

  /// Nil shows no edits.
  let files: (old: ManifestFile, new: ManifestFile)?

  let versions: ComparedVersions

  /// - Parameter new: Options of examples are for it.
  init(_ difference: ManifestDifference, to new: Manifest) {
    self.init(difference, to: new, nil, ComparedVersions())
  }

  /// Creates a report that also shows the edits to the manifest that changed features.
  init(
    _ difference: ManifestDifference, from old: ManifestFile, to new: ManifestFile,
    of versions: ComparedVersions = ComparedVersions()
  ) {
    self.init(difference, to: new.manifest, (old, new), versions)
  }

  private init(
    _ difference: ManifestDifference, to new: Manifest,
    _ files: (old: ManifestFile, new: ManifestFile)?, _ versions: ComparedVersions
  ) {
    self.difference = difference
    start = .freshInstall(of: new, and: files?.old.manifest)
    self.files = files
    self.versions = versions
  }

  /// Computed on each access.
  var blocks: [ChangedFeatureGroup] {
    guard let files else { return difference.features.map { ChangedFeatureGroup($0) } }
    return ChangedFeatureGroup.blocks(of: difference, from: files.old, to: files.new)
  }

  private typealias Change = FeatureDifference.Change

  private var counts: [(name: String, count: Int)] {
    let changes = Change.allCases.filter { $0 != .undecided }
    var counts = changes.map { ($0.rawValue, difference.count(of: $0)) }
    counts.append(("unchanged", difference.unchanged))
    let undecided = difference.count(of: .undecided)
    if undecided > 0 { counts.append((Change.undecided.rawValue, undecided)) }
    return counts
  }

  func flags(_ example: FeatureDifference.Example) -> [String] {
    let words = StateArguments(example.state, of: difference.combinedManifest, from: start).words
    guard let files,
      files.old.manifest.freshInstall.platform != files.new.manifest.freshInstall.platform,
      !words.contains(where: { $0.hasPrefix("--platform ") || $0.hasPrefix("--state ") })
    else { return words }
    // Without the option, each manifest would be evaluated on another platform.
    let start = words.prefix { $0 == "--fresh" }
    return start + ["--platform \(example.state.platform.name)"] + words[start.count...]
  }

  var countsDisplayText: String {
    let reported = counts.filter { $0.count > 0 && $0.name != "unchanged" }
      .map { "\($0.count) \($0.name)" }
    if reported.isEmpty {
      let features = counted(difference.unchanged, "feature")
      return "No availability changes (\(features) unchanged)"
    }
    return reported.joined(separator: ", ") + ", \(difference.unchanged) unchanged"
  }
}

extension FeatureDifference.Change {
  var symbol: String {
    switch self {
    case .added: "+"
    case .removed: "−"
    case .gained: "▲"
    case .lost: "▼"
    case .changed: "≠"
    case .undecided: "?"
    }
  }

  var role: Role {
    switch self {
    case .added, .gained: .good
    case .removed, .lost: .bad
    case .changed, .undecided: .open
    }
  }

  var displayText: String {
    switch self {
    case .undecided: "undecided: too complex to compare in every state"
    case .added, .removed, .gained, .lost, .changed: rawValue
    }
  }
}
