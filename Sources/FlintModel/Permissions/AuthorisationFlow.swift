/// A series of permission requests, one at a time, which decides which permission to request next. Apps use it through
/// ``AuthorisationController``, and `flint-inspect` when it simulates an app.
///
/// The flow itself makes no request. Its caller asks the system for each permission and keeps track of the statuses.
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
  /// The permissions that the feature needs, without duplicates.
  public let permissions: [SystemPermission]

  /// The permission requirements of the feature. Several requirements can name the same permission.
  private let requirements: [PermissionRequirement]

  // INVARIANT: `next(status:)` removes the permission that it returns, so no permission is requested twice in one flow.
  private var remaining: [SystemPermission]

  /// The permissions that the user has postponed, in the order in which they were to be requested.
  public private(set) var skipped: [SystemPermission] = []

  public private(set) var isCancelled = false

  /// The permission that ``next(status:)`` returned last; nil after ``skip()`` or ``cancel()``.
  private var current: SystemPermission?

  /// Creates a flow that requests permissions in the given order. Duplicates count once.
  public init(for permissions: [SystemPermission]) {
    self.init(for: permissions.map { PermissionRequirement($0) })
  }

  /// Creates a flow that requests the permissions of some requirements. A permission that several requirements name is
  /// requested once, and must satisfy all of them.
  public init(for requirements: [PermissionRequirement]) {
    var wanted: [SystemPermission] = []
    for requirement in requirements where !wanted.contains(requirement.permission) {
      wanted.append(requirement.permission)
    }
    self.requirements = requirements
    permissions = wanted
    remaining = wanted
  }

  /// Moves the permissions in `first` to the front of the order of requests, in the given order. Permissions that this
  /// flow does not request are ignored.
  public mutating func askFirst(for first: [SystemPermission]) {
    var ordered: [SystemPermission] = []
    for permission in first + remaining
    where remaining.contains(permission) && !ordered.contains(permission) {
      ordered.append(permission)
    }
    remaining = ordered
  }

  /// Returns the next permission to request, or nil if all were requested or the flow was cancelled.
  ///
  /// Only permissions whose status is not determined are requested: the system shows no prompt for a denied permission,
  /// and a prompt cannot lift a restriction. The closure `status` is called before each request, because one answer can
  /// also decide another permission: a user who always allows access to the location also allows it while the app is in
  /// use.
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

  /// Postpones the permission that ``next(status:)`` returned last, and adds it to ``skipped``.
  public mutating func skip() {
    if let current { skipped.append(current) }
    current = nil
  }

  /// Cancels the permission requests: ``next(status:)`` then returns no further permission.
  public mutating func cancel() {
    isCancelled = true
    remaining = []
    current = nil
  }

  /// Returns the outcome of the permission requests so far. It is final once ``next(status:)`` has returned nil.
  public func outcome(status: (SystemPermission) -> SystemPermissionStatus) -> AuthorisationOutcome
  {
    let outstanding = permissions.filter { permission in
      let status = status(permission)
      return requirements.contains { $0.permission == permission && !$0.accepts(status) }
    }
    return AuthorisationOutcome(isCancelled: isCancelled, outstanding: outstanding)
  }
}

/// The outcome of a series of permission requests.
public struct AuthorisationOutcome: Hashable, Sendable {
  /// Whether the user or the app cancelled the permission requests, so that no further permission is requested.
  public let isCancelled: Bool

  /// The permissions that the feature needs and still lacks, in the order of ``AuthorisationFlow/permissions``.
  public let outstanding: [SystemPermission]

  package init(isCancelled: Bool, outstanding: [SystemPermission]) {
    self.isCancelled = isCancelled
    self.outstanding = outstanding
  }
}

extension Evaluator {
  /// Returns the permissions that a feature needs in this state, without duplicates: those of its own constraints, then
  /// those of its ancestors from the nearest, each in declared order. Permissions of a conditional block are included
  /// only if its guard (condition) is true.
  package func permissionsToAuthorise(for feature: Int) -> [SystemPermission] {
    var permissions: [SystemPermission] = []
    func collect(_ constraints: [Constraint]) {
      for case .requirement(.permission(let requirement)) in constraints
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
