/// Which permission to ask the user for next, one at a time: the rules that the controller of an app and a simulated
/// device share.
///
/// It only decides: its driver asks the system, and records what came of it.
///
/// ```swift
/// var flow = AuthorisationFlow(for: evaluator.permissionsToAuthorise(for: feature))
/// flow.askFirst(for: [.camera])
/// while let permission = flow.next(status: checker.status) {
///   if isNotNow(permission) { flow.skip() } else { ask(permission) }
/// }
/// ```
public struct AuthorisationFlow: Sendable {
  /// What the feature needs, each once.
  public let permissions: [SystemPermission]

  /// The statuses that will do, where they are named.
  private let requirements: [PermissionRequirement]

  // INVARIANT: what has been handed out by `next` is in it no more, so nothing is asked twice in one flow.
  private var remaining: [SystemPermission]

  /// Skipped by the user's wish, in the order in which they came up.
  public private(set) var skipped: [SystemPermission] = []

  public private(set) var isCancelled = false

  /// The permission that ``next(status:)`` gave last.
  private var current: SystemPermission?

  /// A flow over permissions in the order in which they are declared; one given twice counts once.
  public init(for permissions: [SystemPermission]) {
    self.init(for: permissions.map { PermissionRequirement($0) })
  }

  /// As the other, for permissions of which just some statuses will do; one that is asked for in several ways needs all.
  public init(for requirements: [PermissionRequirement]) {
    var wanted: [SystemPermission] = []
    for requirement in requirements where !wanted.contains(requirement.permission) {
      wanted.append(requirement.permission)
    }
    self.requirements = requirements
    permissions = wanted
    remaining = wanted
  }

  /// Puts some permissions first, in that order; the others follow as declared, and what is not wanted is ignored.
  public mutating func askFirst(for first: [SystemPermission]) {
    var ordered: [SystemPermission] = []
    for permission in first + remaining
    where remaining.contains(permission) && !ordered.contains(permission) {
      ordered.append(permission)
    }
    remaining = ordered
  }

  /// The next permission to ask for, nil when the flow is over.
  ///
  /// Only what is not determined is asked for: the system shows no prompt for what was denied, and none can lift a
  /// restriction. The status is read anew each time, since one answer can settle another permission.
  public mutating func next(
    status: (SystemPermission) -> SystemPermissionStatus
  ) -> SystemPermission? {
    current = nil
    while !isCancelled, !remaining.isEmpty {
      let permission = remaining.removeFirst()
      if status(permission) == .notDetermined {
        current = permission
        break
      }
    }
    return current
  }

  /// Leaves the permission at hand for another time.
  public mutating func skip() {
    if let current { skipped.append(current) }
    current = nil
  }

  /// Ends the flow; nothing more is asked.
  public mutating func cancel() {
    isCancelled = true
    remaining = []
    current = nil
  }

  /// How the flow ended, or stands.
  public func outcome(status: (SystemPermission) -> SystemPermissionStatus) -> AuthorisationOutcome
  {
    let outstanding = permissions.filter { permission in
      let status = status(permission)
      return requirements.contains { $0.permission == permission && !$0.accepts(status) }
    }
    return AuthorisationOutcome(isCancelled: isCancelled, outstanding: outstanding)
  }
}

/// How a flow of authorisations ended.
public struct AuthorisationOutcome: Hashable, Sendable {
  /// Whether the user, or the app, broke it off.
  public let isCancelled: Bool

  /// What the feature needs and does not have, in declared order.
  public let outstanding: [SystemPermission]

  package init(isCancelled: Bool, outstanding: [SystemPermission]) {
    self.isCancelled = isCancelled
    self.outstanding = outstanding
  }
}

extension Evaluator {
  /// The permissions that a feature and its ancestors need in this state, each once: its own first, then the ancestors'
  /// from the nearest, in declared order. Those of a conditional block count where its guard holds for sure.
  package func permissionsToAuthorise(for feature: Int) -> [SystemPermission] {
    var permissions: [SystemPermission] = []
    func collect(_ constraints: [Constraint]) {
      for case .permission(let requirement) in constraints
      where !permissions.contains(requirement.permission) {
        permissions.append(requirement.permission)
      }
    }
    for index in [feature] + manifest.ancestors(of: feature) {
      let declaration = manifest.features[index]
      collect(declaration.constraints)
      for block in declaration.conditional
      where truth(of: block.condition, of: ConstraintOwner(feature: index).inGuard) == .yes {
        collect(block.constraints)
      }
    }
    return permissions
  }
}
