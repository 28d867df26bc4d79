/// A builder to which a feature adds its actions; see ``FeatureDefinition/prepare(actions:)``.
public final class FeatureActionsBuilder {
  /// The names of the actions that the feature has added, without duplicates and in declared order.
  public private(set) var names: [String] = []

  init() {}

  public func declare<FeatureType, ActionType>(
    _ binding: StaticActionBinding<FeatureType, ActionType>
  ) {
    declare(binding.action)
  }

  public func declare<FeatureType, ActionType>(
    _ binding: ConditionalActionBinding<FeatureType, ActionType>
  ) {
    declare(binding.action)
  }

  private func declare(_ action: any Action.Type) {
    if action.name.isEmpty { usageFailure(.emptyActionName(action: String(describing: action))) }
    if names.index(ofSame: action.name) == nil { names.append(action.name) }
  }
}
