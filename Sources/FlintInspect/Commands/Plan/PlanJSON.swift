import FlintAnalysis
import FlintModel
import FlintLogic
import FlintManifest
import FlintText

extension PlanReport {
  func writeJSON(into sink: inout ByteSink) { Self.json.write(self, into: &sink) }

  static var json: JSONOutput<PlanReport> {
    .object(nil, nil, .lines) {
      JSONMember.formatVersion
      JSONMember("feature", .id, "The feature's id") { $0.feature.id }
      JSONMember("status", .status, "The feature's status before any change") {
        $0.result.status
      }
      JSONMember(
        "plans", .list(of: plan, .lines),
        """
        The smallest sets of changes that make the feature available, shortest first; one plan without \
        changes if it is available already; empty if no changes that `--allow`, `--by` and the \
        assumptions permit make it available
        """
      ) { report in report.result.plans.map { ($0, report) } }
      JSONMember(
        "impossible", .list(of: obstacle, .lines),
        """
        If there is no plan: the constraints that cannot be satisfied by changes that `--allow`, `--by` \
        and the assumptions permit; empty if each constraint can be satisfied, but not all of them at once
        """
      ) { report in report.impossible.map { ($0.blocker, $0.message, report.manifest) } }
    }
  }

  private static var plan: JSONOutput<([Change], PlanReport)> {
    .object(
      "plan", "A set of changes that makes the feature available; none of them can be left out"
    ) {
      JSONMember("changes", .list(of: change, .lines), "The changes that must be made") {
        changes, report in changes.map { ($0, report) }
      }
    }
  }

  private static var change: JSONOutput<(Change, PlanReport)> {
    .object(
      "change", "A change of one fact of the state, such as a purchase",
      rules: [
        "allOf": .choices(
          by: "change", among: Change.Kind.allCases.map { ($0.rawValue, $0.schema) })
      ]
    ) {
      JSONMember("change", .word, "The kind of change") { $0.0.kind }
      JSONMember(
        "subject", .nonEmptyText,
        "The subject of the change: the id of a product, feature, attribute or bucket; the name of a permission; the "
          + "name of the platform whose OS version changes; or "
          + alternatives(DeviceFact.allCases.map { "`\($0.key)`" } + ["`platform`"])
      ) { $0.0.subject(in: $0.1.manifest) }
      JSONMember("value", changedValue, "The new value") { ($0.0, $0.1.manifest) }
      JSONMember("owner", .name, "Who can make the change") { $0.0.owner(in: $0.1.manifest) }
      JSONMember("message", .nonEmptyText, "The change, as a sentence") {
        ChangeSentences($0.1.state).sentence(for: [$0.0])
      }
    }
  }

  private static var changedValue: JSONOutput<(Change, Manifest)> {
    JSONOutput(["type": ["boolean", "integer", "number", "string"]]) {
      $1.value(of: $0.0, in: $0.1)
    }
  }

  private static var obstacle: JSONOutput<(Blocker, String, Manifest)> {
    .object(
      "obstacle",
      """
      A constraint that cannot be satisfied by changes that `--allow`, `--by` and the \
      assumptions permit
      """
    ) {
      JSONMember(
        "feature", .orNull(.id),
        "The id of the feature that declares the constraint; null for a constraint of the app"
      ) {
        blocker, _, manifest in blocker.feature.map { manifest.features[$0].id }
      }
      JSONMember("constraint", .constraintID, "The constraint's id") { blocker, _, manifest in
        blocker.constraint.constraint.name(block: blocker.constraint.block, in: manifest)
      }
      JSONMember("message", .nonEmptyText, "A sentence that explains the status") { $0.1 }
    }
  }
}

extension Change {
  func subject(in manifest: Manifest) -> String {
    switch self {
    case .purchase(let product): manifest.products[product].id
    case .unlock(let feature), .enableToggle(let feature), .disableToggle(let feature),
      .enableRuntime(let feature), .disableRuntime(let feature):
      manifest.features[feature].id
    case .authorize(let permission, _): permission.name
    case .enterRollout(let bucket), .leaveRollout(let bucket, _): manifest.buckets[bucket]
    case .waitForDate: "date"
    case .set(let fact, _):
      fact.subject.map { manifest.id(of: $0.kind, at: $0.index) } ?? fact.location.section.name
    case .upgradeOS(let platform, _): platform.name
    case .upgradeApp: "appVersion"
    case .changePlatform: "platform"
    }
  }
}

extension Change.Kind {
  fileprivate var schema: Schema {
    var members: [(String, Schema)] = [("value", value)]
    if let owner { members.append(("owner", .constant(.string(owner.name)))) }
    return ["properties": .object(members)]
  }

  private var value: Schema {
    switch self {
    case .purchase: .constant(.string(PurchaseStatus.purchased.name))
    case .authorize: .permissionStatus
    case .unlock, .enableToggle, .enableRuntime: .constant(true)
    case .disableToggle, .disableRuntime: .constant(false)
    case .enterRollout: .constant(0)
    case .leaveRollout: .percent
    case .waitForDate: .date
    case .setAttribute: ["type": ["boolean", "integer", "string"]]
    case .upgradeOS, .upgradeApp: .versionText
    case .changePlatform: .platform
    }
  }
}

extension JSONWriter {
  fileprivate mutating func value(of change: Change, in manifest: Manifest) {
    switch change {
    case .purchase: string(PurchaseStatus.purchased.name)
    case .authorize(_, let status): string(status.name)
    case .unlock, .enableToggle, .enableRuntime: bool(true)
    case .disableToggle, .disableRuntime: bool(false)
    case .enterRollout: int(0)
    case .leaveRollout(_, let percent): number(percent.description)
    case .waitForDate(let date): string(date.description)
    case .set(let fact, let value):
      self.value(ConstraintFacts.Value(value, of: manifest.domain(of: fact)))
    case .upgradeOS(_, let version), .upgradeApp(let version): string(version.description)
    case .changePlatform(let platform): string(platform.name)
    }
  }
}
