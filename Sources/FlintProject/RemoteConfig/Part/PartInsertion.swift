import FlintCore
package import FlintManifest
package import FlintText

/// The changes that update a manifest from a Firebase Remote Config template. Missing attributes and conditions are
/// added to the manifest's own file. Existing conditions are replaced in the files that declare them. The remaining
/// text is not changed.
package struct PartInsertion {
  /// The changes to each file of the manifest. The first file is the manifest itself; the others are the files that it
  /// includes.
  private let edits: [TextEdits]
  /// Warnings about attributes that have the same id in the manifest and in the Firebase Remote Config template, but
  /// different names.
  package let warnings: [Diagnostic]

  /// Computes the changes that insert the translation of a Firebase Remote Config template, `part`, into the files of a
  /// manifest.
  ///
  /// - Throws: ``InvalidInput`` with one error for each attribute of the manifest whose type differs from that of the
  ///   attribute with the same id in `part`.
  package init(of part: RemoteConfigPart, into file: ManifestFile) throws(InvalidInput) {
    let problems = Self.otherTypes(part, file)
    guard problems.isEmpty else { throw InvalidInput(file.source, problems) }
    warnings = Self.otherRules(part, file)
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

  /// The files whose text changes, as indices in the list of the manifest's files. The index 0 is the manifest itself;
  /// the others are the files that it includes.
  package var changedFiles: [Int] { edits.indices.filter { !edits[$0].isEmpty } }

  /// Writes the complete new text of a file. `number` is its index in the list of the manifest's files, where 0 is the
  /// manifest itself.
  package func write(_ number: Int, to sink: inout ByteSink) { edits[number].write(to: &sink) }

  private static func otherTypes(_ part: RemoteConfigPart, _ file: ManifestFile) -> [Diagnostic] {
    let locations = ManifestLocations(file)
    return part.attributes.compactMap { attribute in
      guard let index = file.names.attributes.index(of: attribute.id) else { return nil }
      let declared = file.manifest.attributes[index].domain.type
      if declared == attribute.type { return nil }
      return Diagnostic(
        .error, rule: ImportRule.otherAttributeType.rawValue,
        message: """
          attribute '\(attribute.id)' has type '\(declared.name)'; \
          the Remote Config template needs type '\(attribute.type.name)'
          """,
        hint: "change the type of the attribute, or rename the attribute",
        range: locations.attribute(index))
    }
  }
}

extension PartInsertion {
  /// Returns a warning for each attribute whose name in the manifest is not the rule that the attribute now represents.
  /// The importer derives an attribute's id from its rule, so the rules with `a+` and `a*`, for example, can get the
  /// same id. If the Firebase Remote Config template has replaced one by the other, the manifest still contains the old
  /// rule as the name.
  ///
  /// There is no warning if ``Slug`` derives another id from the name in the manifest: an author has then chosen this
  /// name.
  private static func otherRules(_ part: RemoteConfigPart, _ file: ManifestFile) -> [Diagnostic] {
    let locations = ManifestLocations(file)
    return part.attributes.compactMap { attribute in
      guard let index = file.names.attributes.index(of: attribute.id) else { return nil }
      let declared = file.manifest.attributes[index]
      let name = attribute.name ?? attribute.id
      guard declared.name != declared.id, !declared.name.isSame(as: name),
        Slug.of(declared.name) == Slug.of(name)
      else { return nil }
      return Diagnostic(
        .warning, rule: ImportRule.inexpressibleRule.rawValue,
        message: """
          attribute '\(attribute.id)' keeps the name \(JSONText.quoted(declared.name)), \
          which differs from the rule that it now represents: \(name)
          """,
        hint:
          "change the name to \(JSONText.quoted(name)), and check the attribute's values in states",
        range: locations.attribute(index))
    }
  }
}

extension InvalidInput {
  /// Returns these problems of a manifest with additional hints, for `import --into`. The manifest may require a named
  /// condition that it does not declare, although the Firebase Remote Config template that is being imported declares
  /// it. The hint then suggests importing the template into a file of its own, which the manifest includes, because the
  /// template cannot be inserted into a manifest that has errors.
  package func addingImportHints(of part: RemoteConfigPart) -> InvalidInput {
    let messages = Set(
      part.conditions.map { condition in
        InputProblem(fact: .undeclared(condition.id, .condition, .none), range: 0..<0)
          .message
      })
    return InvalidInput(
      source,
      diagnostics.map { diagnostic in
        guard messages.contains(diagnostic.message) else { return diagnostic }
        var diagnostic = diagnostic
        diagnostic.hint =
          """
          the template declares this condition: import with '--output remote.json', and add \
          { "include": "remote.json" } to 'features'
          """
        return diagnostic
      })
  }
}

extension ListLayout {
  /// Replaces an element of a list with new JSON. An element that already has the same content is left unchanged, even
  /// if its white space or the order of its keys differs.
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
