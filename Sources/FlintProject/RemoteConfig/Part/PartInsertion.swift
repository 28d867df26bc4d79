import FlintCore
package import FlintManifest
package import FlintText

/// The changes that bring a manifest up to a Remote Config template: attributes that it lacks are added to its own file,
/// and conditions of the template replaced where they are, in the manifest or in a file that it includes. Every other
/// byte stays as it is.
package struct PartInsertion {
  /// For each file of the manifest.
  private let edits: [TextEdits]

  /// - Throws: attributes of the manifest whose type is not the one that the template needs.
  package init(of part: RemoteConfigPart, into file: ManifestFile) throws(InvalidInput) {
    let problems = Self.otherTypes(part, file)
    guard problems.isEmpty else { throw InvalidInput(file.source, problems) }
    let conditions = NameIndex(part.conditions.map(\.id))
    let attributes = part.attributes.filter { file.names.attributes.index(of: $0.id) == nil }
    let missing = part.conditions.filter { file.names.conditions.index(of: $0.id) == nil }
    let texts = file.parts.isEmpty ? [file.source.text] : file.parts.map(\.source.text)
    let documents = file.parts.isEmpty ? [file.document] : file.parts.map(\.document)
    edits = zip(texts, documents).enumerated().map { number, file in
      var edits = TextEdits(of: file.0)
      file.1.withRoot { root in
        let layout = ListLayout(of: root, in: file.0)
        if number == 0 {
          layout.add(attributes.count, to: "attributes", in: &edits) { index, form in
            layout.element(form) { attributes[index].write(to: &$0) }
          }
        }
        if let list = root.member("conditions") {
          for element in list.elements {
            guard let id = element.member("id"), let index = conditions.index(of: id) else {
              continue
            }
            layout.replace(element, in: &edits) { part.write(part.conditions[index], to: &$0) }
          }
        }
        if number == 0 {
          layout.add(missing.count, to: "conditions", in: &edits) { index, form in
            layout.element(form) { part.write(missing[index], to: &$0) }
          }
        }
      }
      return edits
    }
  }

  /// The files that change, by their numbers among the source's.
  package var changedFiles: [Int] { edits.indices.filter { !edits[$0].isEmpty } }

  /// The whole text of a file.
  package func write(_ number: Int, to sink: inout ByteSink) { edits[number].write(to: &sink) }

  private static func otherTypes(_ part: RemoteConfigPart, _ file: ManifestFile) -> [Diagnostic] {
    let places = ManifestLocations(file)
    return part.attributes.compactMap { attribute in
      guard let index = file.names.attributes.index(of: attribute.id) else { return nil }
      let declared = file.manifest.attributes[index].domain.type
      if declared == attribute.type { return nil }
      return Diagnostic(
        .error, rule: ImportRule.otherAttributeType.rawValue,
        message: "attribute '\(attribute.id)' has type '\(declared.name)'; "
          + "the template needs type '\(attribute.type.name)'",
        hint: "change its type, or rename it", range: places.attribute(index))
    }
  }
}

extension ListLayout {
  /// Replaces an element, unless its JSON is the same already.
  fileprivate func replace(
    _ element: JSONValue, in edits: inout TextEdits, _ write: (inout JSONWriter) -> Void
  ) {
    var writer = JSONWriter(.compact)
    write(&writer)
    let isSame =
      (try? JSONDocument(writer.text))?.withRoot { $0.canonicalBytes == element.canonicalBytes }
    if isSame == true { return }
    edits.replace(element.range, by: self.element(replacementForm(of: element), write))
  }
}
