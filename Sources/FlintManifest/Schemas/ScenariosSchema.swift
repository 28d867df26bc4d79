extension JSONSchema {
  /// Up to the first shared definition.
  static var scenariosText: StaticString {
    #"""
    {
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "title": "Scenarios: what-if scripts and claims about an app's features",
      "type": "object",
      "properties": {
        "scenarioVersion": { "const": 1 },
        "scenarios": { "type": "array", "items": { "$ref": "#/$defs/scenario" } }
      },
      "patternProperties": { "^([$]|x-)": true },
      "additionalProperties": false,
      "required": ["scenarioVersion", "scenarios"],
      "$defs": {
        "scenario": {
          "description": "Steps, cases or a claim",
          "type": "object",
          "properties": {
            "name": { "type": "string" },
            "given": { "$ref": "#/$defs/given" },
            "steps": { "type": "array", "items": { "$ref": "#/$defs/step" } },
            "cases": { "type": "array", "items": { "$ref": "#/$defs/case" } },
            "always": { "$ref": "#/$defs/claim" },
            "never": { "$ref": "#/$defs/claim" },
            "where": { "$ref": "#/$defs/condition" }
          },
          "patternProperties": { "^([$]|x-)": true },
          "additionalProperties": false,
          "required": ["name"],
          "oneOf": [
            { "required": ["steps"] }, { "required": ["cases"] }, { "required": ["always"] },
            { "required": ["never"] }
          ],
          "dependentSchemas": {
            "where": { "anyOf": [{ "required": ["always"] }, { "required": ["never"] }] }
          }
        },
        "given": {
          "description": "A state, or the name of one of the manifest's",
          "anyOf": [{ "type": "string" }, { "$ref": "#/$defs/state" }]
        },
        "case": {
          "type": "object",
          "properties": {
            "name": { "type": "string" },
            "given": { "$ref": "#/$defs/given" },
            "expect": { "$ref": "#/$defs/expectations" }
          },
          "patternProperties": { "^([$]|x-)": true },
          "additionalProperties": false,
          "required": ["expect"]
        },
        "expectations": {
          "description": "What is expected of each feature",
          "type": "object",
          "propertyNames": { "$ref": "#/$defs/id" },
          "additionalProperties": {
            "anyOf": [
              { "$ref": "#/$defs/featureStatus" },
              {
                "type": "object",
                "properties": {
                  "status": { "$ref": "#/$defs/featureStatus" },
                  "blockers": {
                    "description": "Exactly these; an ancestor's as FEATURE/CONSTRAINT",
                    "type": "array", "items": { "type": "string" }, "uniqueItems": true
                  },
                  "nextStep": { "anyOf": [{ "$ref": "#/$defs/action" }, { "type": "null" }] }
                },
                "patternProperties": { "^([$]|x-)": true },
                "additionalProperties": false,
                "minProperties": 1
              }
            ]
          }
        },
        "step": {
          "description": "At most one action",
          "type": "object",
          "properties": {
            "expect": {
              "anyOf": [
                { "enum": ["performed", "refused", "completed", "cancelled"] },
                { "$ref": "#/$defs/expectations" }
              ]
            },
            "set": { "$ref": "#/$defs/state" },
            "purchase": { "type": "string", "minLength": 1 },
            "refund": { "type": "string", "minLength": 1 },
            "unlock": { "$ref": "#/$defs/id" },
            "lock": { "$ref": "#/$defs/id" },
            "enable": { "$ref": "#/$defs/id" },
            "disable": { "$ref": "#/$defs/id" },
            "credits": {
              "type": "object",
              "propertyNames": { "minLength": 1 },
              "additionalProperties": { "$ref": "#/$defs/credits" },
              "minProperties": 1
            },
            "toggle": {
              "type": "object",
              "propertyNames": { "$ref": "#/$defs/id" },
              "additionalProperties": { "type": "boolean" },
              "minProperties": 1
            },
            "override": {
              "description": "Lies on top of what was bought; null lifts it",
              "type": "object",
              "propertyNames": { "minLength": 1 },
              "additionalProperties": {
                "anyOf": [{ "$ref": "#/$defs/purchaseStatus" }, { "type": "null" }]
              },
              "minProperties": 1
            },
            "upgrade": {
              "type": "object",
              "properties": {
                "osVersion": { "$ref": "#/$defs/installedVersion" },
                "appVersion": { "$ref": "#/$defs/installedVersion" }
              },
              "patternProperties": { "^([$]|x-)": true },
              "additionalProperties": false,
              "anyOf": [{ "required": ["osVersion"] }, { "required": ["appVersion"] }]
            },
            "requestPermissions": {
              "type": "object",
              "properties": {
                "feature": { "$ref": "#/$defs/id" },
                "order": { "$ref": "#/$defs/permissions" },
                "skip": { "$ref": "#/$defs/permissions" },
                "cancelAt": { "$ref": "#/$defs/permission" },
                "answers": {
                  "type": "object",
                  "propertyNames": { "$ref": "#/$defs/permission" },
                  "additionalProperties": { "$ref": "#/$defs/permissionStatus" }
                }
              },
              "patternProperties": { "^([$]|x-)": true },
              "additionalProperties": false,
              "required": ["feature"]
            },
            "perform": {
              "type": "object",
              "properties": {
                "feature": { "$ref": "#/$defs/id" },
                "action": { "type": "string", "minLength": 1 }
              },
              "patternProperties": { "^([$]|x-)": true },
              "additionalProperties": false,
              "required": ["feature", "action"]
            }
          },
          "patternProperties": { "^([$]|x-)": true },
          "additionalProperties": false,
          "oneOf": [
            { "required": ["set"] }, { "required": ["purchase"] }, { "required": ["refund"] },
            { "required": ["unlock"] }, { "required": ["lock"] }, { "required": ["enable"] },
            { "required": ["disable"] }, { "required": ["credits"] }, { "required": ["toggle"] },
            { "required": ["override"] }, { "required": ["upgrade"] },
            { "required": ["requestPermissions"] }, { "required": ["perform"] },
            {
              "required": ["expect"],
              "properties": {
                "set": false, "purchase": false, "refund": false, "unlock": false, "lock": false,
                "enable": false, "disable": false, "credits": false, "toggle": false,
                "override": false, "upgrade": false, "requestPermissions": false, "perform": false
              }
            }
          ]
        },
        "permissions": {
          "type": "array", "items": { "$ref": "#/$defs/permission" }, "uniqueItems": true
        },
        "claim": {
          "oneOf": [
            {
              "type": "object",
              "properties": {
                "available": { "$ref": "#/$defs/id" },
                "unavailable": { "$ref": "#/$defs/id" },
                "undetermined": { "$ref": "#/$defs/id" }
              },
              "patternProperties": { "^([$]|x-)": true },
              "additionalProperties": false,
              "oneOf": [
                { "required": ["available"] }, { "required": ["unavailable"] },
                { "required": ["undetermined"] }
              ]
            },
            {
              "type": "object",
              "properties": {
                "allOf": { "type": "array", "items": { "$ref": "#/$defs/claim" }, "minItems": 1 },
                "anyOf": { "type": "array", "items": { "$ref": "#/$defs/claim" }, "minItems": 1 },
                "not": { "$ref": "#/$defs/claim" }
              },
              "patternProperties": { "^([$]|x-)": true },
              "additionalProperties": false,
              "oneOf": [
                { "required": ["allOf"] }, { "required": ["anyOf"] }, { "required": ["not"] }
              ]
            }
          ]
        },
        "condition": {
          "description": "A partial state that must match; versions may be ranges",
          "type": "object",
          "$ref": "#/$defs/stateSections",
          "properties": {
            "osVersion": { "$ref": "#/$defs/versionCondition" },
            "appVersion": { "$ref": "#/$defs/versionCondition" }
          },
          "unevaluatedProperties": false
        },
        "versionCondition": {
          "anyOf": [{ "$ref": "#/$defs/installedVersion" }, { "$ref": "#/$defs/versionRange" }]
        },
    """#
  }
}
