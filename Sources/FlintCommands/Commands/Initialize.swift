internal import FlintText

extension Command {
  static let initialize = Command(
    name: "init",
    summary: "A starter manifest that evaluates, to be changed into your own.",
    arguments: [
      Argument(
        placeholder: "FILE", kind: .file, count: .optional,
        help: "The file to make, which must not exist yet; without it, standard output.")
    ],
    options: .list(.output),
    examples: ["init manifest.json"],
    run: { (context) throws(CommandFailure) in
      guard let path = context.invocation.arguments.first else {
        try context.writeResult { $0.append(starterManifest) }
        return .success
      }
      guard context.invocation[.output] == nil else {
        throw .usage(
          UsageProblems(problems: [.unexpectedArgument(path)], command: "init"))
      }
      try context.write(to: path, existing: .refuse) { $0.append(starterManifest) }
      return .success
    })
}

/// Small enough to be read at once, with one of each kind of constraint that most apps have.
private let starterManifest: StaticString = """
  {
    "manifestVersion": 1,
    "app": { "name": "My App", "version": "1.0" },
    "products": [
      { "id": "com.example.premium", "name": "Premium", "type": "autoRenewingSubscription" }
    ],
    "features": [
      {
        "id": "notes",
        "name": "Notes",
        "features": [
          {
            "id": "photo-notes",
            "name": "Photos in notes",
            "description": "Takes a picture and adds it to a note",
            "constraints": {
              "platforms": { "iOS": 16, "watchOS": "unsupported" },
              "permissions": ["camera"]
            }
          },
          {
            "id": "cloud-sync",
            "name": "Sync between devices",
            "constraints": {
              "userToggled": { "defaultValue": true },
              "purchases": ["com.example.premium"]
            }
          },
          {
            "id": "dictation",
            "name": "Dictation",
            "description": "Not released yet: switched on while the app runs",
            "isEnabled": false,
            "constraints": {
              "platforms": { "tvOS": "unsupported", "watchOS": "unsupported" },
              "runtimeEnabled": true,
              "permissions": ["microphone", "speechRecognition"]
            }
          }
        ]
      }
    ],
    "states": {
      "new-user": { "platform": "iOS" },
      "subscriber": {
        "platform": "iOS",
        "osVersion": "17.2",
        "permissions": { "camera": "authorized" },
        "purchases": { "com.example.premium": "purchased" }
      }
    },
    "defaultState": "new-user"
  }

  """
