/// A source of the current values of an app's attributes.
public protocol FeatureAttributeSource: Sendable {
  /// Returns the value of an attribute. Nil means that no value was set, so that the attribute's declared default
  /// applies.
  func value(of attribute: AttributeDeclaration) -> AttributeValue?

  /// The observers of attribute values. They receive the id of each attribute that changes.
  var attributeChanges: ObserverList<String> { get }
}

/// An attribute source that stores in memory the values that the app sets while it runs.
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

  /// Removes the value that was set, so that the declared default applies again.
  public func unset<Value>(_ attribute: FeatureAttribute<Value>) {
    values.withLock { $0[attribute.id] = nil }
    attributeChanges.notify(attribute.id)
  }
}
