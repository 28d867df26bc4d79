import FlintCore

// The types that the guides leave to the reader, as an app would write them.

/// The target of a deep link.
struct Link: Equatable, Sendable {
  let address: String
}

/// Records what an app shows and logs.
final class Recorder: @unchecked Sendable {
  var lines: [String] = []

  func note(_ line: String) { lines.append(line) }
  func error(_ line: String) { note("error: " + line) }
}

enum PerformIncomingURLAction: Action {
  static func perform(
    context: ActionContext<Link>, presenter: Recorder,
    completion: @escaping @Sendable (ActionOutcome) -> Void
  ) {
    presenter.note("opened \(context.input.address)")
    completion(.success)
  }
}

/// A function that shows a picker.
@MainActor
protocol PhotoPresenter: AnyObject {
  func showPhotoPicker()
}

enum ShowPhotoSelectionAction: Action {
  static func perform(
    context: ActionContext<NoInput>, presenter: any PhotoPresenter,
    completion: @escaping @Sendable (ActionOutcome) -> Void
  ) {
    MainActor.assumeIsolated { presenter.showPhotoPicker() }
    completion(.success)
  }
}

final class MyPlayerProgressTracker: @unchecked Sendable {
  static let shared = MyPlayerProgressTracker()
  var tutorialCompleted: Bool? = true
}

extension FeatureGroup {
  /// Returns the evaluation of the group's features on a device, as in `flint-inspect`.
  static func evaluation(
    of feature: String, in change: (inout DeviceState, Manifest) -> Void = { _, _ in }
  ) -> FeatureEvaluation {
    let manifest = Manifest(describing: self)
    var state = DeviceState()
    change(&state, manifest)
    let index = manifest.features.firstIndex { $0.id == feature }!
    return Evaluator(manifest, in: state).evaluate(index)
  }
}
