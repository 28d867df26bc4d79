/// The settings of Flint that concern the app as a whole.
public enum FlintAppInfo {
  /// The identifier of the app group, the container that the app shares with its extensions; nil if there is none.
  /// Assign it at startup.
  public static var appGroupIdentifier: String? {
    get { Registry.current.appGroupIdentifier }
    set { Registry.current.appGroupIdentifier = newValue }
  }
}
