package import FlintCore
package import FlintManifest
import FlintText

extension Shape {
  package static var scenarios: Shape { .object(of: ScenarioFileKey.self) }

  fileprivate static var given: Shape { .oneOf([.name(.of(.state)), .state]) }
  fileprivate static var claim: Shape {
    .oneOf([.object(of: FeatureStatus.self), .object(of: ClaimOperator.self)])
  }
  static var expectations: Shape {
    .map(.of(.feature), .oneOf([.words(of: FeatureStatus.self), .object(of: ExpectationKey.self)]))
  }
  static let permission: Shape = .name(.of(.permission))
}

extension ScenarioFileKey: ShapedKey {
  var shape: Shape {
    switch self {
    case .scenarioVersion: .anything
    case .scenarios: .list(.object(of: ScenarioKey.self))
    }
  }
}

extension ScenarioKey: ShapedKey {
  var shape: Shape {
    switch self {
    case .name: .anything
    case .given: .given
    case .steps: .list(.object(of: StepKey.self))
    case .cases: .list(.object(of: CaseKey.self))
    case .always, .never: .claim
    case .condition: .object(ObjectShape(StateSection.allCases.filter(\.isCondition)))
    }
  }
}

extension CaseKey: ShapedKey {
  var shape: Shape {
    switch self {
    case .given: .given
    case .expect: .expectations
    }
  }
}

extension ExpectationKey: ShapedKey {
  var shape: Shape {
    switch self {
    case .status: .words(of: FeatureStatus.self)
    case .blockers: .list(.blocker)
    case .nextStep: .words(of: NextStep.Action.self)
    }
  }
}

extension FeatureStatus: ShapedKey {
  package var shape: Shape { .name(.of(.feature)) }
}

extension ClaimOperator: ShapedKey {
  var shape: Shape {
    switch self {
    case .allOf, .anyOf: .list(.claim)
    case .not: .claim
    }
  }
}

extension UpgradeKey: ShapedKey {
  var shape: Shape {
    switch self {
    case .osVersion: StateSection.osVersion.shape
    case .appVersion: StateSection.appVersion.shape
    }
  }
}

extension ScriptKey: ShapedKey {
  var shape: Shape {
    switch self {
    case .feature: .name(.of(.feature))
    case .order, .skip: .list(.permission)
    case .cancelAt: .permission
    case .answers:
      .map(.of(.permission), .words(AuthorisationScript.answers.map(\.name)))
    }
  }
}

extension PerformKey: ShapedKey {
  var shape: Shape {
    switch self {
    case .feature: .name(.of(.feature))
    case .action: .name(.of(.action, in: .beside("feature")))
    }
  }
}
