/// Named conditions from a Remote Config template, and the attributes they require. Each condition
/// and each Boolean parameter of the template becomes a named condition.
package struct RemoteConfigPart {
  /// A template has at least one of these keys, or only `version`.
  static let sections: [StaticString] = ["conditions", "parameters", "parameterGroups"]

  package let source: SourceFile
  private let manifest: Manifest
  let attributes: [AttributeDeclaration]
  /// Notes on what is not translated exactly.
  package let notes: [Diagnostic]

  package init(
    _ source: SourceFile, _ document: JSONDocument, timeZones: any TimeZoneFiles
  ) throws(InvalidInput) {
    self.source = source
    var reader = RemoteConfigReader(document, timeZones: timeZones)
    document.withRoot { reader.read($0) }
    guard reader.problems.found.isEmpty else {
      throw InvalidInput(source, reader.problems.found(in: source))
    }
    for parameter in reader.parameters where parameter.isBoolean { reader.builder.add(parameter) }
    let (manifest, attributes, notes) = reader.builder.part()
    (self.manifest, self.attributes) = (manifest, attributes)
    let leftOut = reader.parameters.filter { !$0.isBoolean }.map { "'\($0.key)'" }
    let parameters =
      leftOut.count == 1 ? "a parameter that is" : "\(leftOut.count) parameters that are"
    let note = ImportRule.leftOutParameter.diagnostic(
      "skipped \(parameters) not Boolean: \(leftOut.joined(separator: ", "))")
    self.notes = leftOut.isEmpty ? notes : notes + [note]
  }

  var conditions: [ConditionDeclaration] { manifest.conditions }

  package func write(to sink: inout ByteSink) {
    sink.manifestPart { ManifestWriter.writePart(of: manifest, attributes, &$0) }
  }
}
