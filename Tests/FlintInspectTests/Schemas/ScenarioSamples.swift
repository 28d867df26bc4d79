import FlintManifest
import FlintText

@testable import FlintScenarios

/// Scenarios with every part of the format, and their manifest.
enum ScenarioSamples {
  static let manifest = #"""
    { "manifestVersion": 1,
      "products": [{ "id": "PRO", "type": "autoRenewingSubscription" }, { "id": "GEM", "type": "consumable" }],
      "attributes": [{ "id": "launches", "type": "integer" }],
      "features": [{ "id": "photo", "actions": ["shoot"],
                     "constraints": { "permissions": ["camera"], "rollout": { "percent": 5, "bucket": "sale" } } }],
      "states": { "owner": {} } }
    """#

  private static let state = #"""
    { "platform": "iOS", "osVersion": 17, "appVersion": "2.1", "date": "2026-12-24", "permissions": { "camera": "denied" },
      "purchases": { "PRO": { "until": "2027-01-01" }, "GEM": 3 }, "unlocked": ["photo"], "toggles": { "photo": true },
      "runtime": { "photo": null }, "attributes": { "launches": 7 }, "buckets": { "sale": 37.25 },
      "defaults": { "permission": "denied", "purchase": "unknown" } }
    """#

  static func scenario(_ body: String) -> String {
    let more =
      switch body {
      case "steps":
        #""given": "owner", "steps": [\#(StepKey.allCases.map(step).joined(separator: ", "))]"#
      case "cases":
        #""cases": [{ "given": \#(state), "expect": { "photo": \#(expected) } }, { "expect": { "photo": "available" } }]"#
      case "always":
        #""always": { "not": { "allOf": [{ "available": "photo" }, { "undetermined": "photo" }] } }, "where": \#(condition)"#
      case "never":
        #""never": { "anyOf": [{ "unavailable": "photo" }, { "not": { "available": "photo" } }] }"#
      default: preconditionFailure("'\(body)' needs an example")
      }
    return #"{ "name": "it", \#(more) }"#
  }

  private static let expected =
    #"{ "status": "unavailable", "blockers": ["permission:camera"], "nextStep": "openSettings" }"#

  private static let condition = #"""
    { "platform": "iOS", "osVersion": { "atLeast": 17 }, "appVersion": 2, "date": { "below": "2027-01-01" },
      "permissions": { "camera": "denied" }, "purchases": { "PRO": "purchased" }, "unlocked": ["photo"],
      "toggles": { "photo": true }, "runtime": { "photo": true }, "attributes": { "launches": { "below": 7 } },
      "buckets": { "sale": { "atLeast": 5, "below": 10 } } }
    """#

  /// Returns an example of a step. The switch is exhaustive, so that a step without an example does not compile.
  private static func step(_ step: StepKey) -> String {
    switch step {
    case .set: #"{ "set": \#(state) }"#
    case .purchase, .refund: #"{ "\#(step.name)": "PRO", "expect": { "photo": \#(expected) } }"#
    case .unlock, .lock, .enable, .disable: #"{ "\#(step.name)": "photo" }"#
    case .credits: #"{ "credits": { "GEM": 5 } }"#
    case .toggle: #"{ "toggle": { "photo": false } }"#
    case .override: #"{ "override": { "PRO": "unknown" } }, { "override": { "PRO": null } }"#
    case .grant, .deny, .restrict: #"{ "\#(step.name)": "camera" }"#
    case .advance: #"{ "advance": "P1M" }"#
    case .upgrade: #"{ "upgrade": { "osVersion": "latest", "appVersion": 3 } }"#
    case .requestPermissions:
      #"{ "requestPermissions": { "feature": "photo", "order": ["camera"], "skip": ["motion"], "cancelAt": "photos", "answers": { "camera": "denied" } }, "expect": "completed" }"#
    case .perform:
      #"{ "perform": { "feature": "photo", "action": "shoot" }, "expect": "refused" }"#
    case .expect: #"{ "expect": { "photo": "available" } }"#
    }
  }
}
