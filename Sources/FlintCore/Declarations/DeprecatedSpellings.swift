/// An argument of the deprecated `precondition(_:)`. Call the builder's own method instead, such as
/// `runtimeEnabled()`.
@available(
  *, deprecated, message: "use runtimeEnabled(), userToggled(defaultValue:) or purchase(_:)"
)
public struct FeaturePrecondition: Sendable {
  let declare: @Sendable (FeatureConstraintsBuilder) -> Void

  public static var runtimeEnabled: Self { Self { $0.runtimeEnabled() } }

  public static func userToggled(defaultValue: Bool) -> Self {
    Self { $0.userToggled(defaultValue: defaultValue) }
  }

  public static func purchase(_ requirement: PurchaseRequirement) -> Self {
    Self { $0.purchase(requirement) }
  }

  public static func purchase(requirement: PurchaseRequirement) -> Self { purchase(requirement) }
}

@available(*, deprecated, renamed: "PurchaseRequirement")
public typealias ProductRequirement = PurchaseRequirement

extension FeatureConstraintsBuilder {
  @available(
    *, deprecated,
    message: "set the platform's property instead, for example requirements.iOS = 9"
  )
  public func platform(_ requirement: PlatformConstraint) {
    require(.platform(requirement.platform, requirement.version))
  }

  @available(
    *, deprecated, message: "use runtimeEnabled(), userToggled(defaultValue:) or purchase(_:)"
  )
  public func precondition(_ requirement: FeaturePrecondition) { requirement.declare(self) }

  @available(
    *, deprecated, message: "use runtimeEnabled(), userToggled(defaultValue:) or purchase(_:)"
  )
  public func preconditions(_ requirements: FeaturePrecondition...) {
    for requirement in requirements { requirement.declare(self) }
  }
}

extension ConditionalActionRequest where ActionType.InputType == NoInput {
  @available(*, deprecated, renamed: "perform(using:)")
  public func perform(withPresenter presenter: ActionType.PresenterType) {
    perform(using: presenter)
  }
}

extension ConditionalActionRequest {
  @available(*, deprecated, renamed: "perform(using:with:)")
  public func perform(
    withInput input: ActionType.InputType, presenter: ActionType.PresenterType
  ) {
    perform(using: presenter, with: input)
  }
}
