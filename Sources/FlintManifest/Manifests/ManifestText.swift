public import FlintCore
import FlintText

extension Manifest {
  /// The manifest as `flint-inspect` reads it: laid out to be read and compared by people, with a line end at its end.
  ///
  /// The same manifest always gives the same text.
  public var json: String {
    var writer = JSONWriter(.pretty)
    ManifestWriter.write(self, to: &writer)
    writer.endLine()
    return writer.text
  }
}
