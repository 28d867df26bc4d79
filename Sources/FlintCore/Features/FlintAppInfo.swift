/// The properties of the app as a whole that Flint needs.
public enum FlintAppInfo {
  /// The id of the container that the app shares with its extensions, or nil if there is none. Assign it at startup.
  public static var appGroupIdentifier: String? {
    get { Registry.current.appGroupIdentifier }
    set { Registry.current.appGroupIdentifier = newValue }
  }
}
