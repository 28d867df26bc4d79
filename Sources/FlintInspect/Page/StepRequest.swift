import FlintModel
import FlintLogic

/// A declaration whose requests (next steps, such as a permission prompt) are compiled only once, because several
/// constraints can refer to it: a feature with its ancestors, a named condition, or the app if `target` is nil. If a
/// constraint that refers to the declaration is not satisfied, it requests the same next step as the declaration. The
/// compiled constraint then contains only a reference to the declaration's requests.
struct RequestTarget: Hashable {
  let target: References.Target?

  /// Whether the reference to the declaration is inside a `not`. The request for a permission prompt is then replaced
  /// by a request to wait for the permission's status: the app never prompts the user only to find out whether a `not`
  /// is satisfied.
  let isAwaited: Bool
}

/// A request (a next step) of a constraint, with the number of the plane that is true if the request is made. A plane
/// is a truth value that the HTML report page computes for the state that its reader has chosen.
struct StepRequest {
  enum Content {
    case request(NextStep.Action, NextStep.Subject)

    /// Alternatives of which one is enough.
    indirect case anyOf([[StepRequest]])

    /// A reference to requests of a target (a declaration, such as a required feature). It stands only for those whose
    /// action is the target's first one, in the order in which the app should take the actions (see
    /// ``FlintCore/NextStep/Action``). If `isAwaited` is true, a permission prompt among them is replaced by waiting
    /// for the permission's status, because the reference is inside a `not`.
    case step(RequestTarget, isAwaited: Bool)
  }

  var when: Int
  var content: Content

  var awaited: StepRequest {
    var request = self
    switch content {
    case .request(let action, let subject): request.content = .request(action.awaited, subject)
    case .anyOf(let alternatives): request.content = .anyOf(alternatives.map { $0.map(\.awaited) })
    case .step(let step, _): request.content = .step(step, isAwaited: true)
    }
    return request
  }
}

/// An action that constraints can request as the app's next step, and the number of a plane (a truth value that the
/// HTML report page computes). The plane is true if the constraints request this action in the page's state, and no
/// action that the app should take earlier, in the order of ``FlintCore/NextStep/Action``.
typealias FirstRequest = (action: NextStep.Action, plane: Int)

/// The requests (next steps) of constraints, for all states, because the reader of the HTML report page can change the
/// state. Each request has the condition under which it is made. In any single state, the requests must agree with the
/// next step that `evaluate` reports.
extension PageCompiler {
  /// Returns the requests (next steps, such as a permission prompt or a purchase) that a constraint makes if it is not
  /// satisfied. While it is unknown whether the constraint's conditional block applies, these are only the requests
  /// that help to find out whether the block applies.
  ///
  /// - Parameters:
  ///   - block: The index of the conditional block, in the feature, that contains the constraint; nil if it is outside
  ///     any block.
  ///   - isAwaited: Whether the constraint is inside a `not`, where the app waits for a permission's status instead of
  ///     prompting for the permission.
  mutating func requests(
    of constraint: Constraint, block: Int?, in feature: Int?, isAwaited: Bool
  ) -> [StepRequest] {
    let own =
      isAwaited ? awaited(constraint, in: feature) : requests(of: constraint, in: feature)
    guard let block, let feature else { return own }
    let condition = manifest.features[feature].conditional[block].condition
    let isOpen = logic.plane(
      where: .unknown(manifest.meaning(of: condition, in: feature)))
    // If it is unknown whether the block applies, only requests that determine its guard are made.
    let guarding = condition.constraints.flatMap { constraint in
      let meaning = manifest.meaning(of: constraint, in: feature, canBeUnlocked: false)
      let isUnknown = logic.plane(where: .unknown(meaning))
      return only(
        isAwaited
          ? awaited(constraint, in: feature, canBeUnlocked: false)
          : requests(of: constraint, in: feature, canBeUnlocked: false),
        where: logic.and(isOpen, isUnknown))
    }
    return only(own, where: logic.not(isOpen)) + guarding
  }

  private mutating func only(_ requests: [StepRequest], where plane: Int) -> [StepRequest] {
    requests.compactMap { request in
      var request = request
      request.when = logic.and(request.when, plane)
      return request.when == logic.never ? nil : request
    }
  }

  private mutating func requests(
    of constraint: Constraint, in feature: Int?, canBeUnlocked: Bool = true
  ) -> [StepRequest] {
    switch constraint {
    case .requirement:
      defer { logic.shared = SharedPlanes() }
      return PageRequests(manifest: manifest).requests(of: constraint, in: feature).map {
        compiled($0)
      }
    case .feature(let feature): return [request(for: .feature(feature), isAwaited: false)]
    case .condition(let condition): return [request(for: .condition(condition), isAwaited: false)]
    case .allOf(let conditions):
      return conditions.flatMap { condition in
        condition.constraints.flatMap { open($0, in: feature, canBeUnlocked: canBeUnlocked) }
      }
    case .anyOf(let conditions):
      return alternatives(conditions, in: feature, canBeUnlocked: canBeUnlocked)
    case .not(let condition): return ends(of: condition, in: feature)
    }
  }

  private mutating func compiled(_ request: PageRequest) -> StepRequest {
    let content: StepRequest.Content =
      switch request.content {
      case .request(let action, let subject): .request(action, subject)
      case .anyOf(let alternatives): .anyOf(alternatives.map { $0.map { compiled($0) } })
      }
    return StepRequest(when: logic.plane(where: request.when), content: content)
  }

  private func request(for target: References.Target, isAwaited: Bool) -> StepRequest {
    StepRequest(
      when: logic.always,
      content: .step(RequestTarget(target: target, isAwaited: isAwaited), isAwaited: false))
  }

  /// Returns the requests of an operand of a constraint, such as an alternative of an `anyOf`, for the states in which
  /// the operand is unknown or not satisfied. A request is a next step for the app or the user, such as a permission
  /// prompt or a purchase.
  private mutating func open(
    _ constraint: Constraint, in feature: Int?, canBeUnlocked: Bool
  ) -> [StepRequest] {
    let meaning = manifest.meaning(of: constraint, in: feature, canBeUnlocked: canBeUnlocked)
    let isOpen = logic.plane(where: .not(.yes(meaning)))
    return only(
      requests(of: constraint, in: feature, canBeUnlocked: canBeUnlocked), where: isOpen)
  }

  // MARK: Alternatives and negations

  /// Returns the requests (next steps) of an `anyOf`. Each alternative proposes the first action that it requests. Of
  /// the proposed actions, the `anyOf` requests the one of the highest rank (see
  /// ``FlintCore/NextStep/Action/rankAmongAlternatives``). If the `anyOf` is unknown, only unknown alternatives propose
  /// an action. The result contains the requests for the chosen action by all alternatives that propose it.
  private mutating func alternatives(
    _ conditions: [Condition], in feature: Int?, canBeUnlocked: Bool
  ) -> [StepRequest] {
    let meanings = conditions.map {
      manifest.meaning(of: $0, in: feature, canBeUnlocked: canBeUnlocked)
    }
    let isNo = logic.plane(where: .no(.any(meanings)))
    var steps: [(requests: [StepRequest], firsts: [FirstRequest])] = []
    for (condition, meaning) in zip(conditions, meanings) {
      let isAsFar = logic.or(isNo, logic.plane(where: .unknown(meaning)))
      let requests = condition.constraints.flatMap {
        open($0, in: feature, canBeUnlocked: canBeUnlocked)
      }
      let asked = only(requests, where: isAsFar)
      steps.append((asked, firsts(of: asked)))
    }
    // Actions are visited in descending rank. If one is requested, no action of lower rank is.
    var counted: [NextStep.Action: Int] = [:]
    var isDecided = logic.never
    let ranked = NextStep.Action.allCases.sorted {
      $0.rankAmongAlternatives > $1.rankAmongAlternatives
    }
    for action in ranked {
      var isAsked = logic.never
      for step in steps {
        for first in step.firsts where first.action == action {
          isAsked = logic.or(isAsked, first.plane)
        }
      }
      counted[action] = logic.and(isAsked, logic.not(isDecided))
      isDecided = logic.or(isDecided, isAsked)
    }
    let alternatives = steps.map { step in
      let chosen = step.firsts.map { first in
        (first.action, logic.and(first.plane, counted[first.action] ?? logic.never))
      }
      return step.requests.flatMap { request in
        var isChosen = logic.never
        for (action, plane) in chosen {
          isChosen = logic.or(isChosen, logic.and(plane, first(of: request, is: action)))
        }
        return only([request], where: isChosen)
      }
    }
    return [StepRequest(when: logic.always, content: .anyOf(alternatives))]
  }

  /// Returns the requests (next steps) that help to satisfy a `not`: those that make its condition false or, if the
  /// condition is unknown, those after which its truth value is known.
  private mutating func ends(of condition: Condition, in feature: Int?) -> [StepRequest] {
    let holds = logic.plane(where: .yes(manifest.meaning(of: condition, in: feature)))
    let ends = condition.constraints.map { manifest.end(of: $0, in: feature) }
    let latest = ends.map(\.action).max()
    let reported = ends.filter { $0.action == latest }.map {
      [StepRequest(when: logic.always, content: .request($0.action, $0.subject))]
    }
    return [StepRequest(when: holds, content: .anyOf(reported))]
      + condition.constraints.flatMap { constraint in
        let meaning = manifest.meaning(of: constraint, in: feature, canBeUnlocked: false)
        let isUnknown = logic.plane(where: .unknown(meaning))
        return only(
          awaited(constraint, in: feature, canBeUnlocked: false),
          where: logic.and(isUnknown, logic.not(holds)))
      }
  }

  /// Returns the requests (next steps) of a constraint inside a `not`. Instead of requesting a permission, the app
  /// waits for the permission's status, because it never prompts the user only to find out whether a `not` is
  /// satisfied.
  private mutating func awaited(
    _ constraint: Constraint, in feature: Int?, canBeUnlocked: Bool = true
  ) -> [StepRequest] {
    switch constraint {
    case .feature(let feature): return [request(for: .feature(feature), isAwaited: true)]
    case .condition(let condition): return [request(for: .condition(condition), isAwaited: true)]
    case .allOf(let conditions):
      return conditions.flatMap { condition in
        condition.constraints.flatMap { constraint in
          let meaning = manifest.meaning(of: constraint, in: feature, canBeUnlocked: canBeUnlocked)
          let isOpen = logic.plane(where: .not(.yes(meaning)))
          return only(
            awaited(constraint, in: feature, canBeUnlocked: canBeUnlocked), where: isOpen)
        }
      }
    case .requirement, .anyOf, .not:
      return requests(of: constraint, in: feature, canBeUnlocked: canBeUnlocked).map(\.awaited)
    }
  }

  // MARK: Requests of targets

  /// Returns the requests (next steps) that a target (a feature, a named condition or the app) makes in the states in
  /// which it is unknown or not satisfied.
  mutating func requests(of step: RequestTarget) -> [StepRequest] {
    if let known = steps[step] { return known }
    var all: [StepRequest] = []
    switch step.target {
    case nil:
      for constraint in manifest.app.constraints {
        all += open(constraint, in: nil, canBeUnlocked: false)
      }
    case .feature(let feature)?:
      manifest.forEachConstraint(of: feature) { constraint, block in
        var isOpen = PageCondition.not(.yes(manifest.meaning(of: constraint, in: feature)))
        if let guarding = guarding(block, in: feature) {
          isOpen = .all([isOpen, .not(.no(guarding))])
        }
        all += only(
          requests(of: constraint, block: block, in: feature, isAwaited: step.isAwaited),
          where: logic.plane(where: isOpen))
      }
      let above = manifest.features[feature].parent.map {
        RequestTarget(target: .feature($0), isAwaited: step.isAwaited)
      }
      all.append(
        StepRequest(
          when: logic.always,
          content: .step(above ?? RequestTarget(target: nil, isAwaited: false), isAwaited: false)))
    case .condition(let index)?:
      for constraint in manifest.conditions[index].condition.constraints {
        let meaning = manifest.meaning(of: constraint, in: nil)
        let isOpen = logic.plane(where: .not(.yes(meaning)))
        all += only(
          step.isAwaited ? awaited(constraint, in: nil) : requests(of: constraint, in: nil),
          where: isOpen)
      }
    // Constraints cannot refer to an assumption.
    case .assumption?: break
    }
    steps[step] = all
    return all
  }

  /// Computes and stores the actions that can be the first one among the requests (next steps) of a target, which is a
  /// feature, a named condition or the app. Actions are ordered as in ``FlintCore/NextStep/Action``. This method must
  /// have been called before for all targets to which the requests of this target refer.
  mutating func computeFirsts(of step: RequestTarget) {
    let requests = requests(of: step)
    firsts[step] = firsts(of: requests)
  }

  /// Returns the actions that can be the first one of the given requests (next steps), in the order of
  /// ``FlintCore/NextStep/Action``. Each action has the number of a plane (a truth value that the HTML report page
  /// computes) that is true if the action is requested and no action before it is.
  private mutating func firsts(of requests: [StepRequest]) -> [FirstRequest] {
    var asked: [NextStep.Action: Int] = [:]
    for request in requests {
      for action in NextStep.Action.allCases {
        let isFirst = logic.and(request.when, first(of: request, is: action))
        asked[action] = logic.or(asked[action] ?? logic.never, isFirst)
      }
    }
    var firsts: [FirstRequest] = []
    var isDecided = logic.never
    for action in NextStep.Action.allCases {
      guard let isAsked = asked[action], isAsked != logic.never else { continue }
      firsts.append((action, logic.and(isAsked, logic.not(isDecided))))
      isDecided = logic.or(isDecided, isAsked)
    }
    return firsts
  }

  /// Returns the number of the plane (a truth value that the HTML report page computes) that is true if `action` is the
  /// action of a request (a next step). A request either has an action of its own, or refers to a target, such as a
  /// required feature. In this case, its action is the first one that the target's constraints request, which depends
  /// on the state. The plane has no meaning in states in which the request is not made.
  private mutating func first(of request: StepRequest, is action: NextStep.Action) -> Int {
    switch request.content {
    case .request(let other, _): return other == action ? logic.always : logic.never
    case .anyOf(let alternatives):
      return alternatives.joined().reduce(logic.never) { plane, request in
        logic.or(plane, logic.and(request.when, first(of: request, is: action)))
      }
    case .step(let step, let isAwaited):
      var plane = logic.never
      for first in firsts[step] ?? [] {
        if (isAwaited ? first.action.awaited : first.action) == action {
          plane = logic.or(plane, first.plane)
        }
      }
      return plane
    }
  }
}
