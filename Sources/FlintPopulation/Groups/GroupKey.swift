package import FlintCore

/// By what states are grouped: a value that holds in each of them, defaults included.
package enum GroupKey: Hashable, Sendable {
  case platform

  /// The first number of the version, or `latest`.
  case osVersion
  case appVersion

  /// Index in the manifest's attributes.
  case attribute(Int)

  /// As it is written on the command line and in results.
  package func name(in manifest: Manifest) -> String {
    switch self {
    case .platform: "platform"
    case .osVersion: "osVersion"
    case .appVersion: "appVersion"
    case .attribute(let attribute): "attribute:\(manifest.attributes[attribute].id)"
    }
  }
}
