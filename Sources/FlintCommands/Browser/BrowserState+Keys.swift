internal import FlintAnalysis
internal import FlintCore
internal import FlintReport

extension BrowserState {
  /// Updates the state of `browse`, such as the selection or the shown page, after the user has pressed a key. While
  /// `browse` runs, only this method and ``resize(to:)`` change the state.
  mutating func handle(_ key: Key) {
    message = nil
    if prompt != nil { return type(key) }
    switch (page, focus) {
    case (.reasons, .tree): handleInTree(key)
    case (.reasons, .page): handleInFacts(key)
    case (.help, _), (.plan, _), (.states, _): handleOnPage(key)
    }
  }

  mutating func resize(to size: ScreenSize) {
    self.size = size
    if focus == .page, itemCount > 0 { scroll = screen.scrollToItem }
  }

  // MARK: The tree

  private mutating func handleInTree(_ key: Key) {
    switch key {
    case .up, .character("k"): select { $0.move(by: -1) }
    case .down, .character("j"): select { $0.move(by: 1) }
    case .pageUp: select { [page = screen.bodyHeight] in $0.move(by: -page) }
    case .pageDown: select { [page = screen.bodyHeight] in $0.move(by: page) }
    case .home, .character("g"): select { $0.move(by: -$0.rows.count) }
    case .end, .character("G"): select { $0.move(by: $0.rows.count) }
    case .left, .character("h"): select { $0.fold() }
    case .right, .character("l"), .character(" "): select { $0.unfold() }
    case .character("-"): select { $0.foldAll() }
    case .character("+"): select { $0.unfoldAll() }
    case .tab, .enter: enterFacts()
    default: handleAnywhere(key)
    }
  }

  private mutating func select(_ body: (inout FeatureOutline) -> Void) {
    body(&outline)
    if !showsAllControls { item = 0 }
    scroll = 0
  }

  private mutating func enterFacts() {
    focus = .page
    item = min(item, max(controls.count - 1, 0))
    scroll = screen.scrollToItem
  }

  // MARK: The facts

  private mutating func handleInFacts(_ key: Key) {
    switch key {
    case .left, .character("h"): turn(item, by: -1)
    case .right, .character("l"), .character(" "): turn(item, by: 1)
    case .enter: ask(item)
    case .backspace:
      let controls = controls
      if controls.indices.contains(item) {
        change(to: controls[item].resetToDefault(in: state, of: manifest))
      }
    case .tab, .escape:
      focus = .tree
      scroll = 0
    default:
      if !move(key) { handleAnywhere(key) }
    }
  }

  private mutating func turn(_ index: Int, by step: Int) {
    let controls = controls
    guard controls.indices.contains(index) else { return }
    change(to: controls[index].stepped(by: step, in: evaluator.state), at: index)
  }

  private mutating func ask(_ index: Int) {
    let controls = controls
    guard controls.indices.contains(index) else { return }
    if let question = controls[index].input(in: evaluator.state)?.question {
      prompt = Prompt(purpose: .value(controls[index]), label: question)
    } else {
      turn(index, by: 1)
    }
  }

  // MARK: The other pages

  private var itemCount: Int {
    switch page {
    case .reasons: controls.count
    case .plan(let result): result?.plans.count ?? 0
    case .states: stateNames.count
    case .help: 0
    }
  }

  /// Handles the keys that move the selection or scroll the page, such as the arrow keys. Returns false for any other
  /// key, which the caller then handles.
  private mutating func move(_ key: Key) -> Bool {
    switch key {
    case .up, .character("k"): step(by: -1)
    case .down, .character("j"): step(by: 1)
    case .pageUp: scroll = max(scroll - screen.bodyHeight, 0)
    case .pageDown: scroll = min(scroll + screen.bodyHeight, screen.maxScroll)
    case .home, .character("g"): step(by: -max(itemCount, screen.maxScroll))
    case .end, .character("G"): step(by: max(itemCount, screen.maxScroll))
    default: return false
    }
    return true
  }

  private mutating func step(by count: Int) {
    guard itemCount > 0 else {
      scroll = max(min(scroll + count, screen.maxScroll), 0)
      return
    }
    item = max(min(item + count, itemCount - 1), 0)
    scroll = screen.scrollToItem
  }

  private mutating func handleOnPage(_ key: Key) {
    switch key {
    case .escape, .tab, .left, .backspace: showReasons()
    case .enter, .character(" "): take()
    case .character("?"), .character("p"), .character("s"):
      if opensCurrentPage(key) { showReasons() } else { handleAnywhere(key) }
    default:
      if !move(key) { handleAnywhere(key) }
    }
  }

  private func opensCurrentPage(_ key: Key) -> Bool {
    switch (page, key) {
    case (.help, .character("?")), (.plan, .character("p")), (.states, .character("s")): true
    default: false
    }
  }

  private mutating func take() {
    let (page, item) = (page, item)
    showReasons()
    switch page {
    case .states: take(state: item)
    case .plan(let result?) where result.plans.indices.contains(item):
      change(to: result.plans[item].reduce(state) { $1.applied(to: $0, in: manifest) })
    case .reasons, .plan, .help: break
    }
  }

  private mutating func show(_ page: Page) {
    self.page = page
    focus = .page
    (item, scroll) = (0, 0)
  }

  private mutating func showReasons() {
    page = .reasons
    focus = .tree
    (item, scroll) = (0, 0)
  }

  // MARK: Keys of all pages

  private mutating func handleAnywhere(_ key: Key) {
    guard case .character(let character) = key else { return }
    switch character {
    case "q": outcome = .quit
    case "e": outcome = .evaluate
    case "c" where !manifest.features.isEmpty:
      prompt = Prompt(purpose: .scenarioName, label: "Scenario name:")
    case "?": show(.help)
    case "s": show(.states)
    case "p":
      if let feature = outline.selected {
        show(.plan(try? Planner.plan(feature, from: state, in: manifest)))
      }
    case "/":
      showReasons()
      prompt = Prompt(purpose: .search(cameFrom: outline.selected), label: "Search:")
    case "n": searchAgain(step: 1)
    case "N": searchAgain(step: -1)
    case "u": undo()
    case "r": reset()
    case "a":
      showsAllControls.toggle()
      (item, scroll) = (0, 0)
    case "1"..."9":
      if case .reasons = page, let number = character.wholeNumberValue { turn(number - 1, by: 1) }
    default: break
    }
  }

  private mutating func searchAgain(step: Int) {
    showReasons()
    let start = (outline.selected ?? 0) + step
    if let feature = outline.match(lastSearch, from: start, step: step) {
      select { $0.reveal(feature) }
    } else {
      message =
        lastSearch.isEmpty
        ? "To search, first press / and type a text." : "No feature matches \(quoted(lastSearch))."
    }
  }

  // MARK: Typing

  private mutating func type(_ key: Key) {
    guard var prompt else { return }
    switch key {
    case .escape:
      self.prompt = nil
      if case .search(let feature?) = prompt.purpose { select { $0.reveal(feature) } }
    case .enter:
      self.prompt = nil
      accept(prompt)
    case .backspace, .character:
      if case .character(let character) = key {
        prompt.text.append(character)
      } else if !prompt.text.isEmpty {
        prompt.text.removeLast()
      }
      self.prompt = prompt
      if case .search(let start) = prompt.purpose,
        let feature = outline.match(prompt.text, from: start ?? 0, step: 1)
      {
        select { $0.reveal(feature) }
      }
    case .up, .down, .left, .right, .pageUp, .pageDown, .home, .end, .tab: break
    }
  }

  private mutating func accept(_ prompt: Prompt) {
    switch prompt.purpose {
    case .search(let start):
      lastSearch = prompt.text
      if !prompt.text.isEmpty, outline.match(prompt.text, from: start ?? 0, step: 1) == nil {
        message = "No feature matches \(quoted(prompt.text))."
      }
    case .value(let control):
      let input = control.input(in: evaluator.state)
      if let new = input?.apply(prompt.text, state) {
        change(to: new)
      } else {
        let expected = input?.expected ?? "a value"
        message = "Invalid value \(quoted(prompt.text)); expected \(expected)."
      }
    case .scenarioName:
      if prompt.text.isEmpty {
        message = "A scenario needs a name."
      } else {
        outcome = .record(prompt.text)
      }
    }
  }
}
