public import FlintCore
import FlintText

extension Manifest {
  /// The manifest as JSON for `flint-inspect`, formatted for reading and with a line feed at the end.
  ///
  /// Equal manifests give equal texts.
  public var json: String {
    var writer = JSONWriter(.pretty)
    ManifestWriter.write(self, to: &writer)
    writer.endLine()
    return writer.text
  }
}
