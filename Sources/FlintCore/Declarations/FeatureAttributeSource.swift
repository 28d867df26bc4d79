/// The current values of an app's attributes.
public protocol FeatureAttributeSource: Sendable {
  /// Nil for the declared default.
  func value(of attribute: AttributeDeclaration) -> AttributeValue?

  /// Receive the id of each attribute that changes.
  var attributeChanges: ObserverList<String> { get }
}

/// Values that the app sets while it runs.
public final class InMemoryAttributes: FeatureAttributeSource {
  private let values = Locked<[String: AttributeValue]>([:])

  public let attributeChanges = ObserverList<String>()

  public init() {}

  public func value(of attribute: AttributeDeclaration) -> AttributeValue? {
    values.withLock { $0[attribute.id] }
  }

  /// Sets the value of an attribute. Nil makes it unknown, even if it has a default; one that is always known gets its
  /// default.
  public func set<Value>(_ attribute: FeatureAttribute<Value>, to value: Value?) {
    let value = attribute.declaration.value(setTo: value?.attributeValue)
    values.withLock { $0[attribute.id] = value }
    attributeChanges.notify(attribute.id)
  }

  /// The declared default applies again.
  public func unset<Value>(_ attribute: FeatureAttribute<Value>) {
    values.withLock { $0[attribute.id] = nil }
    attributeChanges.notify(attribute.id)
  }
}
