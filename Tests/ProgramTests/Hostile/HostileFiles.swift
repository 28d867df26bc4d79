import Foundation
import ProgramHarness

/// Files in which every name is a text that some consumer of an output would interpret as a command or markup.
enum HostileFiles {
  static let texts = [
    "\u{1B}[31mred\u{1B}]0;title\u{7}", "\u{9B}2J\u{85}\u{7F}", "\u{202E}gpj.exe\u{2066}\u{200F}",
    "</title></script><img src=x onerror=alert(1)>", "]]><!--", "::error file=x::forged",
    "one\n::error::forged\r\n##[error]forged", "##[add-mask]x##vso[task.setvariable]x", "=1+1",
    "+1", "-1+1", "@SUM(A1)",
    "\t=1", "\r=1", "$(touch forged)`touch forged`;touch forged", "'; touch forged; '", "a\\\"b\\",
    "../../forged", "| a | `b` | **c** | [d](javascript:e) |", "x # SKIP", "ok 1 # TODO",
    "%0A::error::x",
    "\0", "\u{FEFF}\u{FFFE}\u{FFFF}", "a,b=c,,d=purchased", "x=purchased", "\u{2003}::error::x",
    // Long enough to be wrapped at any position within the text.
    String(repeating: "wide ", count: 15) + "::error::x " + String(repeating: "y", count: 70)
      + "::error::z", "é", "e\u{301}", "--format", "~/x $HOME *",
  ]

  /// Returns an id with only characters that the format allows.
  static func id(_ index: Int) -> String { "f\(index)" }

  static var manifest: String {
    get throws {
      let features: [[String: Any]] = texts.enumerated().map { index, text in
        [
          "id": id(index), "name": text, "description": text, "actions": [text],
          "constraints": [
            "purchases": [["anyOf": [text, texts[(index + 1) % texts.count]]]],
            "attributes": ["a\(index)": [text]], "userToggled": ["defaultValue": false],
          ],
        ]
      }
      return try json([
        "manifestVersion": 1, "app": ["name": texts[0] + texts[3]],
        "products": texts.map {
          ["id": $0, "name": $0, "description": $0, "type": "nonConsumable"]
        },
        "attributes": texts.enumerated().map { index, text in
          [
            "id": "a\(index)", "name": text, "type": "choice", "values": [text, text + "!"],
            "description": text, "owner": "user",
          ]
        } + [["id": "said", "type": "text"]],
        "features": features,
        "states": Dictionary(uniqueKeysWithValues: texts.dropLast(4).map { ($0, [String: Any]()) }),
      ])
    }
  }

  static var scenarios: String {
    get throws {
      let scenarios: [[String: Any]] = texts.enumerated().map { index, text in
        [
          "name": text, "given": ["attributes": ["a\(index)": text + "!"]],
          "steps": [
            ["purchase": text],
            ["expect": [id(index): ["status": "available", "blockers": [text]]]],
            ["perform": ["feature": id(index), "action": text], "expect": "performed"],
          ],
        ]
      }
      return try json(["scenarioVersion": 1, "scenarios": scenarios])
    }
  }

  /// A suite that passes with the manifest and all of its mutants.
  static let passing =
    #"{"scenarioVersion": 1, "scenarios": [{"name": "x", "cases": [{"expect": {"f0": "unavailable"}}]}]}"#

  static var states: String {
    get throws {
      try texts.map { text in
        try json([
          "id": text, "purchases": [text: "purchased", text + "?": "purchased"],
          "attributes": ["said": text],
        ])
      }.joined(separator: "\n") + "\n{\"platform\": \"\\u001b[31m::error::x\"}\nno \u{1B}state\n"
    }
  }

  static var store: String {
    get throws {
      let products = texts.map { text in
        ["productID": text, "referenceName": text, "type": "NonConsumable"]
      }
      return try json(["products": products, "version": ["major": 3]])
    }
  }

  /// A manifest in which every name is invalid, so that a message contains it.
  static var wrong: String {
    get throws {
      let features: [[String: Any]] = texts.map { text in
        ["id": text, text: 1, "constraints": ["permissions": [text], "purchases": [text]]]
      }
      return try json(["manifestVersion": 1, "features": features])
    }
  }

  /// A valid file name that a workflow log would interpret as a command.
  static let path = "::error::x ##[error]##vso[x]\u{1B}[31m\u{202E}.json"

  /// Creates a folder with `m.json`, `old.json`, `wrong.json`, `scenarios.json`, `states.ndjson` and `store.storekit`.
  static func folder() throws -> Scratch {
    let scratch = try Scratch()
    try scratch.write(manifest, to: "m.json")
    try scratch.write(manifest, to: path)
    try scratch.write(#"{"manifestVersion": 1}"#, to: "old.json")
    try scratch.write(wrong, to: "wrong.json")
    try scratch.write(scenarios, to: "scenarios.json")
    try scratch.write(passing, to: "passing.json")
    try scratch.write(states, to: "states.ndjson")
    try scratch.write(store, to: "store.storekit")
    return scratch
  }

  private static func json(_ value: Any) throws -> String {
    let data = try JSONSerialization.data(withJSONObject: value, options: [.sortedKeys])
    return String(decoding: data, as: UTF8.self)
  }
}
