// The texts below are literals, so that they cost nothing before somebody asks for them.

extension JSONSchema {
  /// Members of `$defs`: names, versions, and what states hold, as they are given and as they are resolved.
  static var sharedDefinitions: StaticString {
    #"""
        "id": { "type": "string", "pattern": "^[A-Za-z0-9][A-Za-z0-9._-]*$" },
        "platform": { "enum": ["iOS", "macOS", "tvOS", "watchOS", "visionOS"] },
        "versionText": {
          "description": "One to three numbers",
          "type": "string", "pattern": "^(0|[1-9][0-9]{0,9})([.](0|[1-9][0-9]{0,9})){0,2}$"
        },
        "permission": {
          "enum": [
            "camera", "photos", "microphone", "location.whenInUse", "location.always", "contacts",
            "calendarEvents", "reminders", "motion", "speechRecognition", "siriKit", "bluetooth",
            "mediaLibrary", "homeKit", "health", "tracking", "notifications", "faceID",
            "localNetwork", "nearbyInteraction", "focusStatus"
          ]
        },
        "permissionStatus": {
          "enum": ["notDetermined", "authorized", "denied", "restricted", "unsupported"]
        },
        "purchaseStatus": { "enum": ["purchased", "notPurchased", "unknown"] },
        "credits": { "type": "integer", "minimum": 0, "maximum": 9223372036854775807 },
        "holding": {
          "description": "A consumable's credits, any other product's status",
          "anyOf": [{ "$ref": "#/$defs/purchaseStatus" }, { "$ref": "#/$defs/credits" }]
        },
        "sections": {
          "properties": {
            "platform": { "$ref": "#/$defs/platform" },
            "permissions": {
              "type": "object",
              "propertyNames": { "$ref": "#/$defs/permission" },
              "additionalProperties": { "$ref": "#/$defs/permissionStatus" }
            },
            "purchases": {
              "type": "object",
              "propertyNames": { "minLength": 1 },
              "additionalProperties": { "$ref": "#/$defs/holding" }
            },
            "unlocked": { "type": "array", "items": { "$ref": "#/$defs/id" }, "uniqueItems": true },
            "toggles": {
              "type": "object",
              "propertyNames": { "$ref": "#/$defs/id" },
              "additionalProperties": { "type": "boolean" }
            },
            "runtime": {
              "description": "null: not known yet",
              "type": "object",
              "propertyNames": { "$ref": "#/$defs/id" },
              "additionalProperties": { "type": ["boolean", "null"] }
            },
            "attributes": {
              "description": "null: not known, even where there is a default",
              "type": "object",
              "propertyNames": { "$ref": "#/$defs/id" },
              "additionalProperties": { "type": ["boolean", "string", "null"], "minLength": 1 }
            }
          }
        }
    """#
  }

  /// Members of `$defs`: what becomes of features.
  static var outcomeDefinitions: StaticString {
    #"""
        "featureStatus": { "enum": ["available", "unavailable", "undetermined"] },
        "action": {
          "enum": [
            "explainUnsupported", "explainRestricted", "upgradeOS", "upgradeApp", "notEnabled",
            "waitForStatus", "spendCredits", "offerPurchase", "waitForPurchaseStatus",
            "enableToggle", "changeAttribute", "openSettings", "requestPermission"
          ]
        }
    """#
  }

  /// Members of `$defs`: states as they are given, and ranges of versions.
  static var stateDefinitions: StaticString {
    #"""
        "version": {
          "description": "10.10 is written as a string: as a number it would be 10.1",
          "anyOf": [
            { "$ref": "#/$defs/versionText" },
            { "type": "integer", "minimum": 0, "maximum": 2147483647 }
          ]
        },
        "installedVersion": {
          "anyOf": [{ "$ref": "#/$defs/version" }, { "const": "latest" }]
        },
        "state": {
          "type": "object",
          "$ref": "#/$defs/stateSections",
          "properties": {
            "osVersion": { "$ref": "#/$defs/installedVersion" },
            "appVersion": { "$ref": "#/$defs/installedVersion" }
          },
          "unevaluatedProperties": false
        },
        "stateSections": {
          "$ref": "#/$defs/sections",
          "properties": {
            "defaults": {
              "type": "object",
              "properties": {
                "permission": { "$ref": "#/$defs/permissionStatus" },
                "purchase": { "$ref": "#/$defs/purchaseStatus" }
              },
              "patternProperties": { "^([$]|x-)": true },
              "additionalProperties": false
            },
            "id": { "description": "Anything; streams give it back" },
            "weight": { "type": "integer", "minimum": 0, "maximum": 9223372036854775807 }
          },
          "patternProperties": { "^([$]|x-)": true }
        }
    """#
  }

  /// A member of `$defs`.
  static var rangeDefinition: StaticString {
    #"""
        "versionRange": {
          "type": "object",
          "properties": {
            "atLeast": { "$ref": "#/$defs/version" },
            "below": { "$ref": "#/$defs/version" }
          },
          "anyOf": [{ "required": ["atLeast"] }, { "required": ["below"] }],
          "patternProperties": { "^([$]|x-)": true },
          "additionalProperties": false
        }
    """#
  }
}
