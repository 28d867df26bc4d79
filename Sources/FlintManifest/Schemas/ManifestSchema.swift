extension JSONSchema {
  /// Up to the first shared definition.
  static var manifestText: StaticString {
    #"""
    {
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "title": "A manifest: an app's features and what they require",
      "type": "object",
      "properties": {
        "manifestVersion": { "const": 1 },
        "app": {
          "type": "object",
          "properties": {
            "name": { "type": "string" },
            "version": { "$ref": "#/$defs/version" }
          },
          "patternProperties": { "^([$]|x-)": true },
          "additionalProperties": false
        },
        "products": { "type": "array", "items": { "$ref": "#/$defs/product" } },
        "attributes": { "type": "array", "items": { "$ref": "#/$defs/attribute" } },
        "features": { "type": "array", "items": { "$ref": "#/$defs/feature" } },
        "states": { "type": "object", "additionalProperties": { "$ref": "#/$defs/state" } },
        "defaultState": { "description": "The name of one of the states", "type": "string" }
      },
      "patternProperties": { "^([$]|x-)": true },
      "additionalProperties": false,
      "required": ["manifestVersion"],
      "$defs": {
        "product": {
          "type": "object",
          "properties": {
            "id": { "type": "string", "minLength": 1 },
            "name": { "type": "string" },
            "type": {
              "enum": [
                "nonConsumable", "consumable", "autoRenewingSubscription",
                "nonRenewingSubscription"
              ]
            },
            "description": { "type": "string" }
          },
          "patternProperties": { "^([$]|x-)": true },
          "additionalProperties": false,
          "required": ["id", "type"]
        },
        "attribute": {
          "type": "object",
          "properties": {
            "id": { "$ref": "#/$defs/id" },
            "name": { "type": "string" },
            "description": { "type": "string" },
            "type": { "enum": ["boolean", "choice"] },
            "owner": { "enum": ["user", "developer", "environment"], "default": "developer" },
            "values": { "$ref": "#/$defs/texts", "minItems": 1 },
            "default": true
          },
          "if": { "properties": { "type": { "const": "choice" } } },
          "then": {
            "properties": { "default": { "type": "string", "minLength": 1 } },
            "required": ["values"]
          },
          "else": {
            "properties": { "default": { "type": "boolean" }, "values": false }
          },
          "patternProperties": { "^([$]|x-)": true },
          "additionalProperties": false,
          "required": ["id", "type"]
        },
        "texts": {
          "type": "array", "items": { "type": "string", "minLength": 1 }, "uniqueItems": true
        },
        "feature": {
          "type": "object",
          "properties": {
            "id": { "$ref": "#/$defs/id" },
            "name": { "type": "string" },
            "description": { "type": "string" },
            "isEnabled": {
              "description": "What the runtime flag is where a state does not say",
              "type": "boolean", "default": true
            },
            "actions": { "$ref": "#/$defs/texts" },
            "constraints": {
              "type": "object",
              "$ref": "#/$defs/constraints",
              "properties": {
                "conditional": { "type": "array", "items": { "$ref": "#/$defs/block" } }
              },
              "unevaluatedProperties": false
            },
            "features": { "type": "array", "items": { "$ref": "#/$defs/feature" } }
          },
          "patternProperties": { "^([$]|x-)": true },
          "additionalProperties": false,
          "required": ["id"]
        },
        "constraints": {
          "properties": {
            "platforms": { "$ref": "#/$defs/platforms" },
            "appVersion": { "$ref": "#/$defs/versionOrRange" },
            "runtimeEnabled": { "const": true },
            "userToggled": {
              "type": "object",
              "properties": { "defaultValue": { "type": "boolean" } },
              "patternProperties": { "^([$]|x-)": true },
              "additionalProperties": false,
              "required": ["defaultValue"]
            },
            "permissions": {
              "type": "array", "items": { "$ref": "#/$defs/permission" }, "uniqueItems": true
            },
            "purchases": { "type": "array", "items": { "$ref": "#/$defs/purchase" } },
            "attributes": { "$ref": "#/$defs/requiredAttributes" }
          },
          "patternProperties": { "^([$]|x-)": true }
        },
        "requiredAttributes": {
          "type": "object",
          "propertyNames": { "$ref": "#/$defs/id" },
          "additionalProperties": {
            "anyOf": [
              { "type": "boolean" },
              { "type": "string", "minLength": 1 },
              { "$ref": "#/$defs/texts", "minItems": 1 }
            ]
          }
        },
        "block": {
          "description": "Constraints that take part only where a guard holds",
          "type": "object",
          "properties": {
            "when": {
              "type": "object",
              "properties": {
                "platforms": {
                  "type": "object",
                  "propertyNames": { "$ref": "#/$defs/platform" },
                  "additionalProperties": { "$ref": "#/$defs/supported" },
                  "minProperties": 1
                },
                "appVersion": { "$ref": "#/$defs/versionOrRange" },
                "attributes": { "$ref": "#/$defs/requiredAttributes", "minProperties": 1 }
              },
              "patternProperties": { "^([$]|x-)": true },
              "additionalProperties": false,
              "minProperties": 1
            },
            "constraints": {
              "type": "object",
              "$ref": "#/$defs/constraints",
              "unevaluatedProperties": false,
              "minProperties": 1
            }
          },
          "patternProperties": { "^([$]|x-)": true },
          "additionalProperties": false,
          "required": ["when", "constraints"]
        },
        "versionOrRange": {
          "anyOf": [{ "$ref": "#/$defs/version" }, { "$ref": "#/$defs/versionRange" }]
        },
        "supported": {
          "anyOf": [{ "$ref": "#/$defs/versionOrRange" }, { "const": "any" }]
        },
        "platformVersion": {
          "anyOf": [{ "$ref": "#/$defs/supported" }, { "const": "unsupported" }]
        },
        "platforms": {
          "description": "Every platform but the one that an Only key names is unsupported",
          "type": "object",
          "properties": {
            "iOS": { "$ref": "#/$defs/platformVersion" },
            "macOS": { "$ref": "#/$defs/platformVersion" },
            "tvOS": { "$ref": "#/$defs/platformVersion" },
            "watchOS": { "$ref": "#/$defs/platformVersion" },
            "visionOS": { "$ref": "#/$defs/platformVersion" },
            "iOSOnly": { "$ref": "#/$defs/supported" },
            "macOSOnly": { "$ref": "#/$defs/supported" },
            "tvOSOnly": { "$ref": "#/$defs/supported" },
            "watchOSOnly": { "$ref": "#/$defs/supported" },
            "visionOSOnly": { "$ref": "#/$defs/supported" }
          },
          "additionalProperties": false,
          "dependentSchemas": {
            "iOSOnly": {
              "properties": {
                "iOS": false, "macOSOnly": false, "tvOSOnly": false, "watchOSOnly": false,
                "visionOSOnly": false
              }
            },
            "macOSOnly": {
              "properties": {
                "macOS": false, "iOSOnly": false, "tvOSOnly": false, "watchOSOnly": false,
                "visionOSOnly": false
              }
            },
            "tvOSOnly": {
              "properties": {
                "tvOS": false, "iOSOnly": false, "macOSOnly": false, "watchOSOnly": false,
                "visionOSOnly": false
              }
            },
            "watchOSOnly": {
              "properties": {
                "watchOS": false, "iOSOnly": false, "macOSOnly": false, "tvOSOnly": false,
                "visionOSOnly": false
              }
            },
            "visionOSOnly": {
              "properties": {
                "visionOS": false, "iOSOnly": false, "macOSOnly": false, "tvOSOnly": false,
                "watchOSOnly": false
              }
            }
          }
        },
        "purchase": {
          "oneOf": [
            { "type": "string", "minLength": 1 },
            {
              "type": "object",
              "properties": {
                "product": { "type": "string", "minLength": 1 },
                "quantity": {
                  "description": "For consumables, and for nothing else",
                  "type": "integer", "minimum": 1, "maximum": 9223372036854775807
                }
              },
              "patternProperties": { "^([$]|x-)": true },
              "additionalProperties": false,
              "required": ["product"]
            },
            {
              "type": "object",
              "properties": { "anyOf": { "$ref": "#/$defs/purchases" } },
              "patternProperties": { "^([$]|x-)": true },
              "additionalProperties": false,
              "required": ["anyOf"]
            },
            {
              "type": "object",
              "properties": { "allOf": { "$ref": "#/$defs/purchases" } },
              "patternProperties": { "^([$]|x-)": true },
              "additionalProperties": false,
              "required": ["allOf"]
            }
          ]
        },
        "purchases": {
          "type": "array", "items": { "$ref": "#/$defs/purchase" }, "minItems": 1
        },
    """#
  }
}
