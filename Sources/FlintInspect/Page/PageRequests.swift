import FlintModel
import FlintLogic

struct PageRequest {
  enum Content {
    case request(NextStep.Action, NextStep.Subject)

    /// Alternatives of which one is enough.
    indirect case anyOf([[PageRequest]])
  }

  let content: Content
  let when: PageCondition
}

/// Of constraints without operands. Must agree with `evaluate`.
struct PageRequests {
  let manifest: Manifest

  func requests(of constraint: Constraint, in feature: Int?) -> [PageRequest] {
    switch constraint {
    case .requirement(.platform(let platform, let versions)):
      let subject = NextStep.Subject.platform(platform)
      guard case .versions(let range) = versions else { return [ask(.explainUnsupported, subject)] }
      let isBelow = range.atLeast.map { Formula.test(.system(platform, .below($0))) }
      return upgrade(.upgradeOS, subject, isBelow, otherwise: .tooNewVersion(of: platform))
    case .requirement(.device(let requirement)): return requests(for: requirement)
    case .requirement(.runtimeEnabled):
      guard let feature else { return [] }
      let isUnknown = PageCondition.yes(manifest.runtimeFlag(of: feature, .only(.unknown)))
      return [
        ask(.waitForStatus, .feature(feature), isUnknown),
        ask(.notEnabled, .feature(feature), .not(isUnknown)),
      ]
    case .requirement(.userToggled): return feature.map { [ask(.enableToggle, .feature($0))] } ?? []
    case .requirement(.permission(let requirement)): return requests(for: requirement)
    case .requirement(.purchase(let expression)): return requests(for: expression)
    case .requirement(.attribute(let requirement)): return requests(for: requirement)
    case .requirement(.rollout(let requirement)):
      let bucket = requirement.bucket
      let isAssigned: PageCondition =
        requirement.percent == .zero ? .always : .yes(.test(.isGiven(.bucket(bucket))))
      return [
        ask(.notEnabled, .bucket(bucket), isAssigned),
        ask(.waitForStatus, .bucket(bucket), .not(isAssigned)),
      ]
    case .requirement(.platforms(let platforms)): return requests(for: platforms)
    case .feature, .condition, .allOf, .anyOf, .not: return []
    }
  }

  func ask(
    _ action: NextStep.Action, _ subject: NextStep.Subject, _ when: PageCondition = .always
  ) -> PageRequest {
    PageRequest(content: .request(action, subject), when: when)
  }

  /// Nil without a lower limit.
  private func upgrade(
    _ action: NextStep.Action, _ subject: NextStep.Subject, _ isBelow: Formula?,
    otherwise unsupported: NextStep.Subject? = nil
  ) -> [PageRequest] {
    let unsupported = unsupported ?? subject
    guard let isBelow else { return [ask(.explainUnsupported, unsupported)] }
    let isTooLow = PageCondition.yes(isBelow)
    return [ask(action, subject, isTooLow), ask(.explainUnsupported, unsupported, .not(isTooLow))]
  }

  private func requests(for requirement: DeviceRequirement) -> [PageRequest] {
    let fact = requirement.fact
    let (action, subject) = (fact.actionBelow, NextStep.Subject.device(fact))
    let awaited = requirement.subject(of: action)
    let isBelow = requirement.accepted.belowRange.map {
      manifest.device(DeviceRequirement(fact, $0))
    }
    guard fact.canBeAbsent else { return upgrade(action, awaited, isBelow, otherwise: subject) }
    let isKnown = PageCondition.yes(.test(.isGiven(.device(fact))))
    let isTooLow = isBelow.map { PageCondition.yes($0) } ?? .never
    return [
      ask(.waitForStatus, subject, .not(isKnown)),
      ask(action, awaited, .all([isKnown, isTooLow])),
      ask(.explainUnsupported, subject, .all([isKnown, .not(isTooLow)])),
    ]
  }

  private func requests(for requirement: PermissionRequirement) -> [PageRequest] {
    let permission = requirement.permission
    let subject = NextStep.Subject.permission(permission)
    // If the state itself contains a status for the permission, an OS upgrade does not change that status. Otherwise, a
    // later OS version may offer the permission.
    let isOfferedLater = PageCondition.all([
      .no(.test(.isGiven(.permission(permission)))), .no(.reference(.offered(permission))),
      .no(permission.isFree), manifest.isEverOffered(permission),
    ])
    return SystemPermissionStatus.allCases.flatMap { status -> [PageRequest] in
      let has = PageCondition.yes(.reference(.status(permission, .only(status))))
      guard let action = requirement.action(at: status) else {
        return [
          ask(.upgradeOS, subject, .all([has, isOfferedLater])),
          ask(.explainUnsupported, subject, .all([has, .not(isOfferedLater)])),
        ]
      }
      let excluding = NextStep.Subject.constraint(.init(.permission(requirement), in: manifest))
      return [ask(action, action == .explainExcluded ? excluding : subject, has)]
    }
  }

  private func requests(for platforms: [SupportedPlatform]) -> [PageRequest] {
    Platform.allCases.flatMap { platform in
      let isCurrent = PageCondition.yes(.test(.system(platform, nil)))
      let isTooLow = PageCondition.any(
        platforms.compactMap { supported in
          guard supported.platform == platform, let low = supported.versions?.atLeast else {
            return nil
          }
          return .yes(.test(.system(platform, .below(low))))
        })
      let isListed = platforms.contains { $0.platform == platform }
      return [
        ask(.upgradeOS, .platform(platform), .all([isCurrent, isTooLow])),
        ask(
          .explainUnsupported, isListed ? .tooNewVersion(of: platform) : .platform(platform),
          .all([isCurrent, .not(isTooLow)])),
      ]
    }
  }

  private func requests(for requirement: AttributeRequirement) -> [PageRequest] {
    let attribute = requirement.attribute
    let subject = NextStep.Subject.attribute(attribute)
    let owner = manifest.attributes[attribute].owner
    let isUnknown = PageCondition.yes(manifest.attribute(attribute, is: .unknown))
    var all: [PageRequest] = []
    var rest: [PageCondition] = []
    var isAge = false
    if case .age = requirement.accepted {
      isAge = true
      let noDate = PageCondition.all([.not(isUnknown), .no(.test(.isGiven(.date)))])
      all.append(ask(.waitForStatus, .device(.date), noDate))
      rest.append(.not(noDate))
    }
    if isAge || owner == .environment, let below = requirement.accepted.belowRange {
      let isBelow = PageCondition.all([
        .not(isUnknown),
        .yes(manifest.attribute(meeting: .init(attribute: attribute, accepted: below))),
      ])
      let awaited = requirement.subject(of: .waitForValue)
      all.append(ask(.waitForValue, awaited, .all(rest + [isBelow])))
      rest.append(.not(isBelow))
    }
    switch owner {
    case .user: all.append(ask(.changeAttribute, subject, .all(rest)))
    case .developer, .environment:
      all.append(ask(.waitForStatus, subject, .all(rest + [isUnknown])))
      let action: NextStep.Action = owner == .developer ? .notEnabled : .explainUnsupported
      all.append(ask(action, subject, .all(rest + [.not(isUnknown)])))
    }
    return all
  }
}
