/// Decides which permission to request next. Apps use it through ``AuthorisationController``.
///
/// The caller makes the requests and keeps track of the statuses.
///
/// ```swift
/// var flow = AuthorisationFlow(for: [.microphone, .camera])
/// flow.askFirst(for: [.camera])
/// while let permission = flow.next(status: checker.status) {
///   // `explain` and `showPrompt` are functions of the app; `explain` returns whether the user wants to go on.
///   if explain(permission) { showPrompt(permission) } else { flow.skip() }
/// }
/// ```
public struct AuthorisationFlow: Sendable {
  /// Without duplicates.
  public let permissions: [SystemPermission]

  private let requirements: [PermissionRequirement]

  // INVARIANT: `next(status:)` removes the permission that it returns, so no permission is requested twice in one flow.
  private var remaining: [SystemPermission]

  public private(set) var skipped: [SystemPermission] = []

  public private(set) var isCancelled = false

  private var current: SystemPermission?

  /// Duplicates count once.
  public init(for permissions: [SystemPermission]) {
    self.init(for: permissions.map { PermissionRequirement($0) })
  }

  /// A permission of several requirements is requested once and must satisfy all.
  public init(for requirements: [PermissionRequirement]) {
    var wanted: [SystemPermission] = []
    for requirement in requirements where !wanted.contains(requirement.permission) {
      wanted.append(requirement.permission)
    }
    self.requirements = requirements
    permissions = wanted
    remaining = wanted
  }

  /// Moves these to the front, in this order. Ignores permissions that the flow does not request.
  public mutating func askFirst(for first: [SystemPermission]) {
    var ordered: [SystemPermission] = []
    for permission in first + remaining
    where remaining.contains(permission) && !ordered.contains(permission) {
      ordered.append(permission)
    }
    remaining = ordered
  }

  /// The next permission to request. Nil at the end or after ``cancel()``. Only permissions that
  /// are not determined, because the system prompts for no others. `status` is called each time,
  /// because one answer can decide another permission.
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

  /// Postpones the permission from the last ``next(status:)``, and adds it to ``skipped``.
  public mutating func skip() {
    if let current { skipped.append(current) }
    current = nil
  }

  public mutating func cancel() {
    isCancelled = true
    remaining = []
    current = nil
  }

  /// The result so far; final once ``next(status:)`` has returned nil.
  public func outcome(status: (SystemPermission) -> SystemPermissionStatus) -> AuthorisationOutcome
  {
    let outstanding = permissions.filter { permission in
      let status = status(permission)
      return requirements.contains { $0.permission == permission && !$0.accepts(status) }
    }
    return AuthorisationOutcome(isCancelled: isCancelled, outstanding: outstanding)
  }
}

public struct AuthorisationOutcome: Hashable, Sendable {
  public let isCancelled: Bool

  /// Permissions still lacking, in the order of ``AuthorisationFlow/permissions``.
  public let outstanding: [SystemPermission]

  package init(isCancelled: Bool, outstanding: [SystemPermission]) {
    self.isCancelled = isCancelled
    self.outstanding = outstanding
  }
}

extension Evaluator {
  /// Permissions that constraints outside blocks or in active blocks require. Those of the feature
  /// come first, then its ancestors', the nearest first.
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
      where truth(of: block.condition, of: ConstraintContext(feature: index).inGuard) == .yes {
        collect(block.constraints)
      }
    }
    return permissions
  }
}
