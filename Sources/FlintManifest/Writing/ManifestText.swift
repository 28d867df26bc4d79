public import FlintCore
import FlintText

extension Manifest {
  /// The manifest as the text of a JSON file that `flint-inspect` can read, with indentation and a line feed at the
  /// end.
  ///
  /// Equal manifests give equal texts.
  public var json: String {
    var writer = JSONWriter(.pretty)
    ManifestWriter.write(self, to: &writer)
    writer.endLine()
    return writer.text
  }
}
