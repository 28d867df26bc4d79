/// See ``FeatureDefinition/prepare(actions:)``.
public final class FeatureActionsBuilder {
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
