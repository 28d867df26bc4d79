/// What Flint needs to know of the app as a whole.
public enum FlintAppInfo {
  /// The id of the container that the app shares with its extensions, nil where there is none. Assign it at startup.
  public static var appGroupIdentifier: String? {
    get { Registry.current.appGroupIdentifier }
    set { Registry.current.appGroupIdentifier = newValue }
  }
}
