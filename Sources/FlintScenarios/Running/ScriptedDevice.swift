internal import FlintModel
internal import FlintManifest

/// A simulated device on which a runner performs the steps of a story, a scenario that consists of steps.
struct ScriptedDevice {
  private let manifest: Manifest

  /// The state of the device with the real purchase statuses. The simulated ones that replace them are in
  /// ``overrides``.
  private var real: DeviceState

  /// The purchase statuses that a tester simulates instead of the real ones, by the index of the product.
  private var overrides: [Int: PurchaseStatus] = [:]

  init(_ state: DeviceState, of manifest: Manifest) {
    self.manifest = manifest
    real = state
  }

  /// The state of the device with the simulated purchase statuses. Features are evaluated in this state.
  var state: DeviceState {
    guard !overrides.isEmpty else { return real }
    var state = real
    for (product, status) in overrides { state.purchases[product] = .status(status) }
    return state
  }

  enum Outcome: Equatable {
    case done

    /// The action was performed and has an outcome, which the scenario can expect.
    case ended(StepOutcome)

    /// The simulation requests a permission for which the scenario contains no answer of the user.
    case unanswered(SystemPermission)

    /// The date cannot be advanced, because the state has no date.
    case noDate
    /// The date cannot be advanced, because it would be later than the last supported date, which is in the year 9999.
    case tooFar
  }

  mutating func perform(_ action: StepAction) -> Outcome {
    switch action {
    case .change(let change): change(&real)
    case .purchase(let product): real.buy(product, in: manifest)
    case .override(let changes): for (product, status) in changes { overrides[product] = status }
    case .advance(let span):
      guard let date = real.date else { return .noDate }
      guard let later = date.advanced(months: span.months, seconds: span.seconds) else {
        return .tooFar
      }
      real.date = later
    case .requestPermissions(let script): return authorise(script)
    case .perform(let feature, _):
      let status = Evaluator(manifest, in: state).status(of: feature)
      return .ended(status == .available ? .performed : .refused)
    }
    return .done
  }

  /// Performs the permission requests of a feature, one after the other, in the same order as an
  /// ``AuthorisationController`` in an app. The script contains the user's answers, and the decisions of the app, which
  /// can change the order, skip a request or cancel the remaining ones.
  private mutating func authorise(_ script: AuthorisationScript) -> Outcome {
    let wanted = Evaluator(manifest, in: state).permissionsToAuthorise(for: script.feature)
    var flow = AuthorisationFlow(for: wanted)
    flow.askFirst(for: script.order)
    while let permission = flow.next(status: status) {
      if script.skip.contains(permission) {
        flow.skip()
      } else if script.cancelAt == permission {
        flow.cancel()
      } else if let answer = script.answers[permission] {
        real.setStatus(answer, of: permission)
      } else {
        return .unanswered(permission)
      }
    }
    return .ended(flow.isCancelled ? .cancelled : .completed)
  }

  private func status(of permission: SystemPermission) -> SystemPermissionStatus {
    ResolvedState(real, in: manifest).status(of: permission)
  }
}
