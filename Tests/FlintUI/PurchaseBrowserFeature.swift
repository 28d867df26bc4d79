public import FlintCore

/// A debug screen that lists purchases. It replaces the UI library of an app that follows the purchases guide.
public final class PurchaseBrowserFeature: ConditionalFeature {
  public static func constraints(requirements: FeatureConstraintsBuilder) {
    requirements.runtimeEnabled()
  }

  public static let show = action(ShowPurchaseBrowserAction.self)

  public static func prepare(actions: FeatureActionsBuilder) {
    actions.declare(show)
  }
}

/// A type that can present the screen.
public protocol PurchaseBrowserPresenter {
  func show(_ title: String)
}

public enum ShowPurchaseBrowserAction: Action {
  public static func perform(
    context: ActionContext<NoInput>, presenter: any PurchaseBrowserPresenter,
    completion: @escaping @Sendable (ActionOutcome) -> Void
  ) {
    presenter.show("Purchases")
    completion(.success)
  }
}
