import FlintCore
import FlintModel

/// A feature with the constraints of a test.
enum Declaring: ConditionalFeature {
  /// A closure in a structure, because Swift 6.3 in release passes no type for a task-local closure, and crashes.
  struct Declaration: Sendable {
    var declare: Declare = { _ in }
  }

  typealias Declare = @Sendable (FeatureConstraintsBuilder) -> Void

  @TaskLocal static var declaration = Declaration()

  static func constraints(requirements: FeatureConstraintsBuilder) {
    declaration.declare(requirements)
  }

  enum Other: Feature {}

  enum App: FeatureGroup {
    static var subfeatures: [FeatureDefinition.Type] { [Other.self, Declaring.self] }
  }

  static func manifest(products: [Product] = [], _ declare: @escaping Declare) throws -> Manifest {
    try $declaration.withValue(Declaration(declare: declare)) {
      try Manifest(describing: [App.self], products: products)
    }
  }

  static func feature(_ declare: @escaping Declare) throws -> FeatureDeclaration {
    try manifest(declare).features[1]
  }
}
