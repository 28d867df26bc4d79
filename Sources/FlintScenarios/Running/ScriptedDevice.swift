internal import FlintModel
internal import FlintManifest

/// Performs the steps of a story.
struct ScriptedDevice {
  private let manifest: Manifest

  private var real: DeviceState

  private var overrides: [Int: PurchaseStatus] = [:]

  init(_ state: DeviceState, of manifest: Manifest) {
    self.manifest = manifest
    real = state
  }

  /// With overridden purchases.
  var state: DeviceState {
    guard !overrides.isEmpty else { return real }
    var state = real
    for (product, status) in overrides { state.purchases[product] = .status(status) }
    return state
  }

  enum Outcome: Equatable {
    case done

    case ended(StepOutcome)

    /// A request without an answer.
    case unanswered(SystemPermission)

    case noDate
    /// Beyond the year 9999.
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
