internal import FlintAnalysis
internal import FlintCore
import FlintLogic

/// Compiles the changes of the state, such as purchases, from which the HTML report page makes plans (sets of changes
/// that make a feature available).
extension PageCompiler {
  /// A change of the state, such as a purchase, in compiled form. From such changes, the HTML report page makes plans
  /// (sets of changes that make a feature available).
  struct CompiledChange {
    /// The plane (a truth value that the HTML report page computes) that is true if the change has an effect.
    let when: Int

    /// The position of the change in a plan, which can contain several changes: before the changes that can depend on
    /// it, after a change of the platform or OS version, or anywhere, because the order does not matter.
    let phase: Phase

    /// The plane (a truth value that the HTML report page computes) that is true if the change is possible. For a
    /// change with the phase `afterSystem`, the page computes it in the state in which the plan has already changed the
    /// platform or OS version.
    let possible: Int
    let steps: [ConditionalSentence]
  }

  /// The position of a change in the order in which a plan applies changes. Changes of the platform and OS version are
  /// `first`. Changes that may be possible only afterwards are `afterSystem`, such as granting a permission that only a
  /// later OS version offers. For all other changes, the order does not matter (`any`).
  enum Phase: String {
    case first, any, afterSystem
  }

  mutating func reported(_ change: PossibleChange) -> CompiledChange {
    var possible = PageCondition.always
    var phase = Phase.any
    switch change.content {
    case .change(.upgradeOS), .change(.changePlatform): phase = .first
    case .change(.authorize(let permission, _)):
      phase = .afterSystem
      possible = .all([.yes(.reference(.offered(permission))), canStillBeAuthorized(permission)])
    case .change, .age: break
    }
    return CompiledChange(
      when: logic.plane(where: isChange(change)), phase: phase,
      possible: logic.plane(where: possible), steps: steps(of: change))
  }

  private func canStillBeAuthorized(_ permission: SystemPermission) -> PageCondition {
    let statuses = TruthTable<SystemPermissionStatus> { status in
      switch status {
      case .restricted, .unsupported: .no
      case .notDetermined, .authorized, .denied, .writeOnly, .limited, .reducedAccuracy,
        .provisional, .ephemeral:
        .yes
      }
    }
    return .yes(.reference(.status(permission, statuses)))
  }

  // MARK: Conditions

  private func isChange(_ change: PossibleChange) -> PageCondition {
    switch change.content {
    case .age(let attribute, let seconds):
      // A greater age means an earlier date.
      let isUnknown = PageCondition.yes(manifest.attribute(attribute, is: .unknown))
      let hasDate = PageCondition.yes(.test(.isGiven(.date)))
      return .all([
        hasDate,
        change.start == .older
          ? isAge(of: attribute, .atLeast(TimeSpan(seconds: seconds + 1)))
          : .any([isUnknown, isAge(of: attribute, .below(TimeSpan(seconds: seconds)))]),
      ])
    case .change(.set(.attribute(let attribute), let value)):
      let isUnknown = PageCondition.yes(manifest.attribute(attribute, is: .unknown))
      let isThat = PageCondition.yes(manifest.attribute(attribute, is: value))
      let isLess = isBelow(value, of: attribute)
      switch change.start {
      case .others, .younger, .older: return .not(isThat)
      case .less: return .any([isUnknown, isLess])
      case .unknown: return isUnknown
      case .more: return .all([.not(isUnknown), .not(isThat), .not(isLess)])
      case .otherValues: return .all([.not(isUnknown), .not(isThat)])
      }
    case .change(let other): return isChange(other)
    }
  }

  private func isChange(_ change: Change) -> PageCondition {
    switch change {
    case .upgradeOS(let platform, let version):
      return .yes(.test(.system(platform, .below(version))))
    case .upgradeApp(let version): return .yes(manifest.device(.appVersion(.below(version))))
    case .authorize(let permission, let status):
      return .not(.yes(.reference(.status(permission, .only(status)))))
    case .purchase(let product):
      return .not(.yes(manifest.status(of: product, .only(.purchased))))
    case .unlock(let feature): return .not(.yes(.test(.unlocked(feature))))
    case .enableToggle(let feature): return .no(toggle(of: feature))
    case .disableToggle(let feature): return .yes(toggle(of: feature))
    case .enableRuntime(let feature):
      return .not(.yes(manifest.runtimeFlag(of: feature, .only(.yes))))
    case .disableRuntime(let feature):
      return .not(.yes(manifest.runtimeFlag(of: feature, .only(.no))))
    case .enterRollout(let bucket):
      // Rollout positions are multiples of the smallest percentage, so only position 0 is below that percentage.
      guard let first = Percent(tenThousandths: 1) else { return .never }
      return .not(.yes(.test(.bucket(bucket, below: first))))
    case .leaveRollout(let bucket, let percent):
      return .not(.no(.test(.bucket(bucket, below: percent))))
    case .set, .waitForDate, .changePlatform: return .never
    }
  }

  private func toggle(of feature: Int) -> Formula {
    let declared = manifest.features[feature].declaredToggle ?? true
    return .test(.toggle(feature, TruthTable { $0 }, otherwise: Ternary(declared)))
  }

  private func isBelow(_ value: AttributeValue, of attribute: Int) -> PageCondition {
    AttributeRange(below: value).map { isIn(.range($0), of: attribute) } ?? .never
  }

  private func isAge(of attribute: Int, _ range: Bounds<TimeSpan>) -> PageCondition {
    isIn(.age(range), of: attribute)
  }

  private func isIn(
    _ accepted: AttributeRequirement.Accepted, of attribute: Int
  ) -> PageCondition {
    .yes(manifest.attribute(meeting: .init(attribute: attribute, accepted: accepted)))
  }

  // MARK: Descriptions

  private mutating func steps(of change: PossibleChange) -> [ConditionalSentence] {
    var steps: [ConditionalSentence] = []
    func append(_ when: PageCondition, _ step: String) {
      steps.append((logic.plane(where: when), PageSentence(step.capitalizedFirst)))
    }
    switch change.content {
    case .age(let attribute, let seconds):
      let words = manifest.step(
        setting: .attribute(attribute), to: .date("1970-01-01"), displayText: "")
      var sentence = PageSentence(words.capitalizedFirst)
      sentence.append(.moment(before: seconds))
      return [(logic.always, sentence)]
    case .change(.purchase(let product)):
      for way in PurchaseWay.allCases where way != .buying {
        let statuses = TruthTable<PurchaseStatus> { Ternary(PurchaseWay(from: $0) == way) }
        append(
          .yes(manifest.status(of: product, statuses)),
          manifest.step(purchasing: product, by: way, from: nil))
      }
      let isActive = TruthTable<PurchaseStatus> { Ternary($0.isActive) }
      for other in manifest.otherProductsInGroup(of: product) {
        append(
          .yes(manifest.status(of: other, isActive)),
          manifest.step(purchasing: product, by: .buying, from: other))
      }
    case .change(.authorize(let permission, let status)):
      let name = "the \(permission.displayName(authorized: status)) permission"
      for way in AuthorizationWay.allCases where way != .asking {
        let statuses = TruthTable<SystemPermissionStatus> {
          Ternary(AuthorizationWay(from: $0, to: status) == way)
        }
        append(.yes(.reference(.status(permission, statuses))), way.step(name))
      }
    case .change: break
    }
    if case .change(let change) = change.content { append(.always, manifest.step(for: change)) }
    return steps
  }
}

extension TimeSpan {
  fileprivate init(seconds: Int64) {
    guard let span = TimeSpan((seconds < 0 ? "-" : "") + "PT\(seconds.magnitude)S") else {
      preconditionFailure("\(seconds) seconds are not a valid time span")
    }
    self = span
  }
}
