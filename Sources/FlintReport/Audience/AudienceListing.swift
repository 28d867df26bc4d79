/// Which features of a population's totals are listed.
package struct AudienceListing: Sendable {
  private let ids: Set<String>?

  /// - Parameter ids: all where it is nil.
  package init(_ ids: [String]? = nil) { self.ids = ids.map { Set($0) } }

  package func contains(_ id: String) -> Bool { ids?.contains(id) != false }

  /// Whether something may be left out.
  var isPart: Bool { ids != nil }
}
