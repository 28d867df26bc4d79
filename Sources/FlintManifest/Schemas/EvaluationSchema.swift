extension JSONSchema {
  /// Up to the first shared definition.
  static var evaluationText: StaticString {
    #"""
    {
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "title": "An evaluation: which features are available in a state, and why or why not",
      "type": "object",
      "properties": {
        "formatVersion": { "const": 1 },
        "manifest": { "description": "The manifest's path as it was given", "type": "string" },
        "state": { "$ref": "#/$defs/resolvedState" },
        "baseline": {
          "description": "The state that was compared with; features then lists what differs",
          "$ref": "#/$defs/resolvedState"
        },
        "summary": {
          "type": "object",
          "properties": {
            "available": { "type": "integer", "minimum": 0 },
            "unavailable": { "type": "integer", "minimum": 0 },
            "undetermined": { "type": "integer", "minimum": 0 }
          },
          "additionalProperties": false,
          "required": ["available", "unavailable", "undetermined"]
        },
        "features": { "type": "array", "items": { "$ref": "#/$defs/feature" } }
      },
      "additionalProperties": false,
      "required": ["formatVersion", "manifest", "state", "summary", "features"],
      "$defs": {
        "resolvedState": {
          "description": "A state in which everything that the manifest asks for has a value",
          "type": "object",
          "$ref": "#/$defs/sections",
          "properties": {
            "osVersion": { "$ref": "#/$defs/writtenVersion" },
            "appVersion": { "$ref": "#/$defs/writtenVersion" },
            "defaults": {
              "type": "object",
              "properties": {
                "permission": { "$ref": "#/$defs/permissionStatus" },
                "purchase": { "$ref": "#/$defs/purchaseStatus" }
              },
              "additionalProperties": false,
              "required": ["permission", "purchase"]
            }
          },
          "unevaluatedProperties": false,
          "required": [
            "platform", "osVersion", "appVersion", "permissions", "purchases", "unlocked",
            "toggles", "runtime", "attributes", "defaults"
          ]
        },
        "writtenVersion": {
          "anyOf": [{ "$ref": "#/$defs/versionText" }, { "const": "latest" }]
        },
        "feature": {
          "type": "object",
          "properties": {
            "id": { "$ref": "#/$defs/id" },
            "name": { "type": "string" },
            "parent": { "anyOf": [{ "$ref": "#/$defs/id" }, { "type": "null" }] },
            "path": {
              "description": "From the root to the feature itself",
              "type": "array", "items": { "$ref": "#/$defs/id" }, "minItems": 1
            },
            "status": {
              "description": "With all ancestors' constraints",
              "$ref": "#/$defs/featureStatus"
            },
            "ownStatus": { "$ref": "#/$defs/featureStatus" },
            "constraints": { "type": "array", "items": { "$ref": "#/$defs/constraint" } },
            "blockers": { "type": "array", "items": { "$ref": "#/$defs/blocker" } },
            "nextStep": { "anyOf": [{ "$ref": "#/$defs/nextStep" }, { "type": "null" }] },
            "baseline": {
              "description": "What it was in the state that was compared with",
              "type": "object",
              "properties": {
                "status": { "$ref": "#/$defs/featureStatus" },
                "blockers": { "type": "array", "items": { "$ref": "#/$defs/blocker" } }
              },
              "additionalProperties": false,
              "required": ["status", "blockers"]
            }
          },
          "additionalProperties": false,
          "required": [
            "id", "name", "parent", "path", "status", "ownStatus", "constraints", "blockers",
            "nextStep"
          ],
          "if": { "properties": { "status": { "const": "available" } } },
          "then": {
            "properties": { "blockers": { "maxItems": 0 }, "nextStep": { "type": "null" } }
          },
          "else": {
            "properties": { "blockers": { "minItems": 1 }, "nextStep": { "type": "object" } }
          }
        },
        "constraintID": {
          "type": "string",
          "pattern": "^(when\\[[1-9][0-9]*\\]/)?(platform:|appVersion$|runtimeEnabled$|userToggled$|permission:|purchase:|attribute:)"
        },
        "constraint": {
          "type": "object",
          "properties": {
            "id": { "$ref": "#/$defs/constraintID" },
            "kind": {
              "enum": [
                "platform", "appVersion", "runtimeEnabled", "userToggled", "permission",
                "purchase", "attribute"
              ]
            },
            "owner": { "enum": ["user", "developer", "environment"] },
            "status": { "enum": ["satisfied", "notSatisfied", "notDetermined", "notActive"] },
            "required": true,
            "actual": true,
            "message": { "type": "string", "minLength": 1 }
          },
          "additionalProperties": false,
          "required": ["id", "kind", "owner", "status", "required", "actual", "message"],
          "oneOf": [
            {
              "properties": {
                "kind": { "const": "platform" },
                "owner": { "const": "environment" },
                "required": { "$ref": "#/$defs/requiredVersion" },
                "actual": { "anyOf": [{ "$ref": "#/$defs/writtenVersion" }, { "type": "null" }] }
              }
            },
            {
              "properties": {
                "kind": { "const": "appVersion" },
                "owner": { "const": "environment" },
                "required": { "$ref": "#/$defs/requiredVersion" },
                "actual": { "$ref": "#/$defs/writtenVersion" }
              }
            },
            {
              "properties": {
                "kind": { "const": "runtimeEnabled" },
                "owner": { "const": "developer" },
                "required": { "const": true },
                "actual": { "type": ["boolean", "null"] }
              }
            },
            {
              "properties": {
                "kind": { "const": "userToggled" },
                "owner": { "const": "user" },
                "required": { "const": true },
                "actual": { "type": "boolean" }
              }
            },
            {
              "properties": {
                "kind": { "const": "permission" },
                "owner": { "const": "user" },
                "required": { "const": "authorized" },
                "actual": { "$ref": "#/$defs/permissionStatus" }
              }
            },
            {
              "properties": {
                "kind": { "const": "purchase" },
                "owner": { "const": "user" },
                "required": { "type": "string", "minLength": 1 },
                "actual": {
                  "type": "object",
                  "additionalProperties": { "$ref": "#/$defs/holding" },
                  "minProperties": 1
                }
              }
            },
            {
              "properties": {
                "kind": { "const": "attribute" },
                "required": {
                  "anyOf": [
                    { "type": "boolean" },
                    { "type": "array", "items": { "type": "string" }, "minItems": 1 }
                  ]
                },
                "actual": { "type": ["boolean", "string", "null"] }
              }
            }
          ]
        },
        "requiredVersion": {
          "type": "string",
          "pattern": "^(any|unsupported|>= [0-9.]+|< [0-9.]+|>= [0-9.]+, < [0-9.]+)$"
        },
        "blocker": {
          "type": "object",
          "properties": {
            "feature": { "$ref": "#/$defs/id" },
            "constraint": { "$ref": "#/$defs/constraintID" }
          },
          "additionalProperties": false,
          "required": ["feature", "constraint"]
        },
        "nextStep": {
          "type": "object",
          "properties": {
            "action": { "$ref": "#/$defs/action" },
            "subjects": { "type": "array", "items": { "type": "string" }, "minItems": 1 },
            "message": { "type": "string", "minLength": 1 }
          },
          "additionalProperties": false,
          "required": ["action", "subjects", "message"]
        },
    """#
  }
}
