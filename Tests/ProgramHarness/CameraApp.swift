/// A camera app with its states and files, for typed command lines.
package enum CameraApp {
  package static let manifest = """
    {
      "manifestVersion": 1,
      "app": { "name": "Camera", "version": "4.3" },
      "groups": [{ "id": "lumen", "name": "Lumen", "levels": ["plus", "pro"] }],
      "products": [
        { "id": "plus.y", "name": "Plus Yearly", "type": "autoRenewingSubscription", "group": "lumen", "level": "plus" },
        { "id": "pro.y", "name": "Pro Yearly", "type": "autoRenewingSubscription", "group": "lumen", "level": "pro" },
        { "id": "day.1", "name": "Day Pass", "type": "nonConsumable" },
        { "id": "day.2", "name": "Day Pass", "type": "nonConsumable" },
        { "id": "gem", "name": "Gems, a pack", "type": "consumable" }
      ],
      "attributes": [
        { "id": "staff", "name": "Staff account", "type": "boolean", "default": false },
        { "id": "build", "name": "Build", "type": "choice", "values": ["beta", "null"] },
        { "id": "device", "name": "Device model", "type": "text", "owner": "environment" }
      ],
      "conditions": [
        { "id": "paid", "name": "Paid",
          "is": { "anyOf": [{ "purchases": [{ "group": "lumen" }] }, { "features": ["video"] }] } }
      ],
      "features": [
        { "id": "photo", "name": "Photo capture", "constraints": { "permissions": ["camera"] } },
        { "id": "video", "name": "Video",
          "constraints": { "permissions": ["camera", "microphone"], "purchases": [{ "group": "lumen" }] } },
        { "id": "slow", "name": "Slow motion", "constraints": { "features": ["video"] } },
        { "id": "raw", "name": "RAW",
          "constraints": { "purchases": ["pro.y"], "permissions": ["camera", "photos"] } },
        { "id": "edit", "name": "Editing", "constraints": { "conditions": ["paid"], "features": ["slow"] } },
        { "id": "beta", "name": "Beta features",
          "constraints": { "userToggled": { "defaultValue": false }, "attributes": { "staff": true } } }
      ],
      "states": {
        "iphone": { "platform": "iOS", "osVersion": "17" },
        "denied": { "permissions": { "camera": "denied" } }
      },
      "defaultState": "iphone"
    }
    """

  /// A state saved by the app's support page. It contains ids that a later manifest no longer declares.
  package static let ticket = """
    { "platform": "macOS", "date": "2026-12-24", "toggles": { "beta": true, "gone": true },
      "purchases": { "pro.y": { "until": "2026-12-20" }, "old.y": "purchased" } }
    """

  /// The output of a configuration service.
  package static let flags = #"{ "attributes": { "staff": true }, "toggles": { "gone": false } }"#

  /// Creates a folder with `camera.json`, `ticket.json` and `flags.json`.
  package static func folder() throws -> Scratch {
    let scratch = try Scratch()
    try scratch.write(manifest, to: "camera.json")
    try scratch.write(ticket, to: "ticket.json")
    try scratch.write(flags, to: "flags.json")
    return scratch
  }
}
