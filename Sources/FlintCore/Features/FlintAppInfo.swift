/// Settings of Flint that apply to the whole app.
public enum FlintAppInfo {
  /// The identifier of the app group, a folder that the app shares with its extensions; nil if there is none. Flint
  /// only stores it, so that other code of the app can read it. Assign it at startup.
  public static var appGroupIdentifier: String? {
    get { Registry.current.appGroupIdentifier }
    set { Registry.current.appGroupIdentifier = newValue }
  }
}
