internal import FlintAnalysis
internal import FlintCore
internal import FlintReport

/// The complete state of the running interactive command `browse`: the device state, the selection, the shown page and
/// the text that the user is typing. It does not depend on a terminal, so tests can use it without one.
struct BrowserState {
  enum Outcome: Equatable {
    case quit, evaluate

    /// End `browse` and record the current device state as a scenario (a test of the manifest) with this name.
    case record(String)
  }

  enum Page {
    case reasons, help
    case plan(PlanResult?)
    case states
  }

  /// A question at the bottom of the screen, and the answer that the user has typed so far.
  struct Prompt {
    enum Purpose: Equatable {
      /// The user types a text to search for a feature. The associated value is the index of the feature that was
      /// selected when the search began, so that the Escape key can select it again. It is nil if the manifest has no
      /// features.
      case search(cameFrom: Int?)
      case value(StateControl)
      case scenarioName
    }

    let purpose: Purpose
    let label: String
    var text = ""
  }

  let manifest: Manifest
  let manifestPath: String

  /// The device state from which `browse` started, before options such as `--grant` changed it, and its origin, such as
  /// a file. It is replaced when the user chooses another state on the page of states.
  private(set) var base: StartingState
  /// The device state to which ``reset()`` returns: the one at the start of `browse`, or the one that the user last
  /// chose on the page of states.
  private var beginning: DeviceState

  private(set) var evaluator: Evaluator
  private(set) var statuses: [FeatureStatus]
  private var history: [DeviceState] = []

  var outline: FeatureOutline
  var focus = BrowserView.Focus.tree
  var page = Page.reasons

  /// The index, from 0, of the selected item on the current page. Depending on the page, an item is a fact to change, a
  /// plan (changes that make the selected feature available), or a state of the manifest.
  var item = 0

  /// The number of rows of the page that are scrolled out of view above its visible part.
  var scroll = 0

  var showsAllControls = false
  var prompt: Prompt?
  var message: String?
  var lastSearch = ""
  var size: ScreenSize
  var outcome: Outcome?

  init(
    _ manifest: Manifest, path: String, base: StartingState, state: DeviceState, size: ScreenSize
  ) {
    self.manifest = manifest
    manifestPath = path
    self.base = base
    beginning = state
    evaluator = Evaluator(manifest, in: state)
    statuses = evaluator.statuses()
    outline = FeatureOutline(manifest)
    self.size = size
  }

  var state: DeviceState { evaluator.state.given }

  var controls: [StateControl] {
    if showsAllControls { return StateControl.all(in: manifest) }
    return outline.selected.map { StateControl.all(of: $0, in: manifest) }
      ?? StateControl.all(in: manifest)
  }

  /// The rows on the page of states, on which the user chooses a device state: the names of the manifest's states,
  /// followed by a text for a fresh install (the state of an app that was just installed).
  var stateNames: [String] {
    let platform = manifest.freshInstall.platform.name
    return manifest.states.map(\.name) + ["a fresh install on the latest \(platform)"]
  }

  // MARK: Changes of the state

  private mutating func evaluate(_ state: DeviceState) {
    evaluator = Evaluator(manifest, in: state)
    statuses = evaluator.statuses()
  }

  /// Changes the device state, and adds the old one to the undo history. Then selects a control (a row for one fact,
  /// such as a purchase) whose value has changed. Does nothing if the new state is equal to the old one.
  ///
  /// - Parameter index: The index of the control that the user has operated; nil for the selected one. It is selected
  ///   if its value has changed. Otherwise, the first control with a changed value is selected.
  mutating func change(to new: DeviceState, at index: Int? = nil) {
    guard new != state else { return }
    history.append(state)
    let old = evaluator.state
    evaluate(new)
    showChange(from: old, at: index ?? item)
  }

  mutating func undo() {
    guard let last = history.popLast() else {
      message = "Nothing to undo."
      return
    }
    let old = evaluator.state
    evaluate(last)
    showChange(from: old, at: item)
  }

  /// Selects a control (a row with which the user changes one fact) whose value in the current state differs from that
  /// in `old`, and scrolls to it: the control at `index` if its value differs, otherwise the first such control. For
  /// example, an undo can change a control that is not selected.
  private mutating func showChange(from old: ResolvedState, at index: Int) {
    guard case .reasons = page else { return }
    let changed = controls.indices.filter {
      controls[$0].shown(in: old) != controls[$0].shown(in: evaluator.state)
    }
    guard let first = changed.first else { return }
    item = changed.contains(index) ? index : first
    scroll = screen.scrollToItem
  }

  mutating func reset() {
    change(to: beginning)
  }

  /// Replaces the device state with the one that the user has chosen on the page of states, and empties the undo
  /// history.
  ///
  /// - Parameter index: The index of the chosen row in ``stateNames``.
  mutating func take(state index: Int) {
    if index < manifest.states.count {
      let named = manifest.states[index]
      let isDefault = manifest.defaultState.map(named.name.isSame) ?? false
      base = StartingState(
        origin: isDefault ? .defaultNamed(named.name) : .named(named.name), state: named.state)
    } else {
      base = StartingState(origin: .freshInstall, state: manifest.freshInstall)
    }
    beginning = base.state ?? manifest.freshInstall
    history = []
    evaluate(beginning)
  }

  // MARK: Display

  var view: BrowserView {
    BrowserView(
      manifestPath: manifestPath, sentences: Sentences(evaluator), statuses: statuses,
      origin: base.origin,
      isChanged: state != base.state, rows: outline.rows, selectedRow: outline.selectedRow,
      folded: outline.folded, focus: focus, page: shownPage, item: item, scroll: scroll,
      footer: footer)
  }

  var screen: BrowserScreen { BrowserScreen(view, size: size) }

  private var shownPage: BrowserView.Page {
    switch page {
    case .reasons:
      .reasons(
        outline.selected.map { evaluator.evaluate($0) },
        controls.map { $0.shown(in: evaluator.state) })
    case .plan(let result): .plan(result)
    case .states: .states(stateNames, current: currentState)
    case .help: .help
    }
  }

  private var currentState: Int? {
    switch base.origin {
    case .named(let name), .defaultNamed(let name):
      manifest.states.firstIndex { $0.name.isSame(as: name) }
    case .freshInstall: manifest.states.count
    case .file, .json: nil
    }
  }

  private var footer: BrowserView.Footer {
    if let prompt { return .prompt(prompt.label, text: prompt.text) }
    return message.map { .message($0) } ?? .keys
  }
}

/// The device state from which `browse` started, before command-line options and keys changed it. At its end, `browse`
/// can print an `evaluate` command for the final state (see ``EvaluateLine``). The printed command starts from the
/// state in this structure and repeats the changes as options.
struct StartingState {
  let origin: StateOrigin

  /// The state as it was read; nil if it was read from standard input. When `browse` ends, it can print an `evaluate`
  /// command for the final state, the one that the user last saw. If this property is nil, that command cannot read
  /// standard input again, and contains the whole final state as JSON instead.
  let state: DeviceState?
}
