public import FlintModel
package import FlintText

extension Manifest {
  /// Indented, with a line feed at the end. Equal manifests give equal texts.
  public var json: String {
    var writer = JSONWriter(.pretty)
    ManifestWriter.write(self, to: &writer)
    writer.endLine()
    return writer.text
  }
}

extension ManifestFile {
  /// Writes the manifest and what it includes as one file: the file itself if it includes nothing.
  package func writeBundle(to sink: inout ByteSink) {
    guard parts.isEmpty else {
      return document.withRoot { root in sink.jsonLine(.pretty) { $0.value(root) } }
    }
    sink.append(source.text, 0...)
  }
}
