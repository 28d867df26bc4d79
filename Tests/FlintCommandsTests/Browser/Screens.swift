/// Expected screens, without spaces at the ends of rows.
enum Screens {
  /// A feature and its facts, one of which has been changed.
  static let changedToggle = """
    Podcast Player on iOS 17.2, app version 2.1
    State: 'premium-iphone' (the manifest's default), changed          ✓ 3  ✗ 3  ? 1
    ────────────────────────────────────────────────────────────────────────────────
     ▾ ✓ Podcast playback            │ ✗ Dynamic Speed  [dynamic-speed]
    ›    ✗ Dynamic Speed             │ Plays pauses faster than speech
         ✗ Sound enhancement         │ unavailable: the user's toggle is off
     ▾ ✓ Podcast downloading         │ → Let the user turn on “Dynamic Speed”
         ✗ Turbo downloads           │
     ▾ ✓ Podcast favourites          │ ✓ platform:iOS      needs >= 12  now 17.2
         ? Smart playlists           │ · platform:macOS    applies to macOS only
                                     │ · platform:watchOS  watchOS is not supported
                                     │ ✗ userToggled       needs on     now off
                                     │ ✓ purchase:SUB0001
                                     │     needs “💎 Premium Subscription”
                                     │     now purchased
                                     │
                                     │ Change
                                     │   1 platform              iOS
                                     │   2 OS version            17.2
                                     │ › 3 toggle Dynamic Speed  off
                                     │   4 product 💎 Premium Subscription
                                     │       purchased
    ────────────────────────────────────────────────────────────────────────────────
    ? help  q quit  Space change  Tab tree  u undo  a all settings  p plan  s states
    """

  /// The tree on a screen too narrow for two panes.
  static let narrowTree = """
    Podcast Player on iOS 17.2, app version…
    State: 'premium-iphone' …  ✓ 4  ✗ 2  ? 1
    ›▾ ✓ Podcast playback
         ✓ Dynamic Speed
         ✗ Sound enhancement
     ▾ ✓ Podcast downloading
         ✗ Turbo downloads
     ▾ ✓ Podcast favourites
         ? Smart playlists


    ? help  q quit  Tab settings  / search
    """

  /// The facts on a screen too narrow for two panes.
  static let narrowFacts = """
    Podcast Player on iOS 17.2, app version…
    State: 'premium-iphone' …  ✓ 4  ✗ 2  ? 1
    ? permission:location.whenInUse
        needs authorized
        now not determined
    ✓ purchase:SUB0001
        needs “💎 Premium Subscription”
        now purchased

    Change
    › 1 platform    iOS
    ? help  q quit  Space change       ↑8 ↓5
    """
}
