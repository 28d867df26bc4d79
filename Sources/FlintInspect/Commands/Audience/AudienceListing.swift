struct AudienceListing: Sendable {
  private let ids: Set<String>?

  /// Nil for all.
  init(_ ids: [String]? = nil) { self.ids = ids.map { Set($0) } }

  func contains(_ id: String) -> Bool { ids?.contains(id) != false }

  var isRestricted: Bool { ids != nil }
}
