package import FlintModel
package import FlintText

/// Functions that read states for this manifest. A state refers to the features, products and attributes of the
/// manifest by their ids.
extension ManifestFile {
  /// Reads a complete state from a file. Values that the file does not contain are those of a fresh install.
  package func state(in source: SourceFile) throws(InvalidInput) -> DeviceState {
    try state(in: source, try source.document())
  }

  /// Reads a complete state from a file whose JSON is already parsed. Values that the file does not contain are those
  /// of a fresh install.
  package func state(
    in source: SourceFile, _ document: JSONDocument
  ) throws(InvalidInput) -> DeviceState {
    try partialState(in: source, document).state.applied(to: manifest.freshInstall)
  }

  /// Reads a partial state from a file. Values that the file does not contain are missing in the result, too, instead
  /// of getting a default.
  ///
  /// - Parameter isLenient: whether an undeclared id is ignored with a warning, instead of being an error.
  package func partialState(
    in source: SourceFile, isLenient: Bool
  ) throws(InvalidInput) -> (state: PartialState, warnings: [Diagnostic]) {
    try partialState(in: source, try source.document(), isLenient: isLenient)
  }

  private func partialState(
    in source: SourceFile, _ document: JSONDocument, isLenient: Bool = false
  ) throws(InvalidInput) -> (state: PartialState, warnings: [Diagnostic]) {
    var reader = StateReader(manifest, names, undeclared: isLenient ? .warn : .refuse)
    let state = document.withRoot { reader.read($0) }
    reader.problems.addDuplicateKeys(of: document)
    guard let state, reader.problems.found.isEmpty else {
      throw InvalidInput(source, reader.problems.found.map(\.diagnostic))
    }
    return (state, reader.warnings.map(\.diagnostic))
  }

  /// Returns the named state that the manifest declares under `name`. Values that it does not contain are missing in
  /// the result. Returns nil if the manifest has no such state.
  package func partialState(named name: String) -> PartialState? {
    document.withRoot { root in
      guard let states = root.member("states") else { return nil }
      guard let state = states.members.first(where: { $0.key.string?.isSame(as: name) == true })
      else { return nil }
      var reader = StateReader(manifest, names)
      return reader.read(state.value)
    }
  }
}
