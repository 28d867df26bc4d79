public enum FlintAppInfo {
  /// The app group for files shared with extensions. Flint only stores it; assign it at startup.
  public static var appGroupIdentifier: String? {
    get { Registry.current.appGroupIdentifier }
    set { Registry.current.appGroupIdentifier = newValue }
  }
}
