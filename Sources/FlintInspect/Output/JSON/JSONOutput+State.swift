import FlintManifest
import FlintText

extension JSONOutput<WrittenState> {
  /// The JSON output of a state on one line without spaces, for results that list many states.
  static var compactState: JSONOutput {
    JSONOutput(WrittenState.json.schema) { state, json in
      var writer = JSONWriter(.compact)
      WrittenState.json.write(state, &writer)
      json.raw(writer.text)
    }
  }
}
