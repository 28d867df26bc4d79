extension JSONSchema {
  /// Up to the first shared definition.
  static var stateText: StaticString {
    #"""
    {
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "title": "A state: what a simulated device knows",
      "$ref": "#/$defs/state",
      "$defs": {
    """#
  }
}
