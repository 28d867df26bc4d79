/// The features that a report of the command `audience` lists: all features, or only those with certain ids. The
/// command counts the users of each feature.
package struct AudienceListing: Sendable {
  private let ids: Set<String>?

  /// Creates a selection of features.
  ///
  /// - Parameter ids: The ids of the features to list; nil for all features.
  package init(_ ids: [String]? = nil) { self.ids = ids.map { Set($0) } }

  package func contains(_ id: String) -> Bool { ids?.contains(id) != false }

  /// Whether the selection is restricted to certain features.
  var isRestricted: Bool { ids != nil }
}
