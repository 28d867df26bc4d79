import FlintManifest
import FlintText

extension JSONOutput<WrittenState> {
  /// For results with many states.
  static var compactState: JSONOutput {
    JSONOutput(WrittenState.json.schema) { state, json in
      var writer = JSONWriter(.compact)
      WrittenState.json.write(state, &writer)
      json.raw(writer.text)
    }
  }
}
