package import FlintModel
package import FlintText

extension ManifestFile {
  /// Defaults are those of a fresh install.
  package func state(in source: SourceFile) throws(InvalidInput) -> DeviceState {
    try state(in: source, try source.document())
  }

  package func state(
    in source: SourceFile, _ document: JSONDocument
  ) throws(InvalidInput) -> DeviceState {
    try partialState(in: source, document).state.applied(to: manifest.freshInstall)
  }

  /// - Parameter isLenient: Undeclared ids are warnings.
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

  /// Nil if there is none.
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
