import FlintLogic
import FlintModel

/// A declaration whose requests are compiled once; nil is the app.
struct RequestTarget: Hashable {
  let target: References.Target?

  /// Inside a `not`, where the app waits instead of prompting.
  let isAwaited: Bool
}

struct StepRequest {
  enum Content {
    case request(NextStep.Action, NextStep.Subject)

    /// Alternatives of which one is enough.
    indirect case anyOf([[StepRequest]])

    /// The target's requests with its first action.
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

/// True if no earlier action is requested.
typealias FirstRequest = (action: NextStep.Action, plane: Int)

/// Must agree with `evaluate`.
extension PageCompiler {
  /// - Parameters:
  /// - block: Nil outside blocks.
  /// - isAwaited: Inside a `not`.
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

  private mutating func open(
    _ constraint: Constraint, in feature: Int?, canBeUnlocked: Bool
  ) -> [StepRequest] {
    let meaning = manifest.meaning(of: constraint, in: feature, canBeUnlocked: canBeUnlocked)
    let isOpen = logic.plane(where: .not(.yes(meaning)))
    return only(
      requests(of: constraint, in: feature, canBeUnlocked: canBeUnlocked), where: isOpen)
  }

  // MARK: Alternatives and negations

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

  /// Waits instead of requesting.
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

  /// After those of all targets that it refers to.
  mutating func computeFirsts(of step: RequestTarget) {
    let requests = requests(of: step)
    firsts[step] = firsts(of: requests)
  }

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
