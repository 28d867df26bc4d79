/// The features that a report of the command `audience` lists: all features, or only those with certain ids. The
/// command counts the users of each feature.
struct AudienceListing: Sendable {
  private let ids: Set<String>?

  /// Selects the features with the given ids, or all features if `ids` is nil.
  init(_ ids: [String]? = nil) { self.ids = ids.map { Set($0) } }

  func contains(_ id: String) -> Bool { ids?.contains(id) != false }

  var isRestricted: Bool { ids != nil }
}
