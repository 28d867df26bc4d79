/// Who knows the values of an app's own attributes.
public protocol FeatureAttributeSource: Sendable {
  /// The value of an attribute; nil where nothing was said and the declared default holds.
  func value(of attribute: AttributeDeclaration) -> AttributeValue?

  /// Tells the id of an attribute whose value has changed.
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

  /// Sets an attribute; nil makes it unknown, even where it has a default.
  public func set<Value>(_ attribute: FeatureAttribute<Value>, to value: Value?) {
    values.withLock { $0[attribute.id] = value?.attributeValue ?? .unknown }
    attributeChanges.notify(attribute.id)
  }

  /// Takes back what was set, so that the declared default holds again.
  public func unset<Value>(_ attribute: FeatureAttribute<Value>) {
    values.withLock { $0[attribute.id] = nil }
    attributeChanges.notify(attribute.id)
  }
}
