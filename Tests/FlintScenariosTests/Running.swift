import FlintManifest
import FlintModel
import FlintScenarios
import FlintText

/// A manifest with every kind of fact that steps can change.
let studio = #"""
  {
    "manifestVersion": 1,
    "products": [
      { "id": "PRO", "type": "nonConsumable" },
      { "id": "GEM", "type": "consumable" }
    ],
    "attributes": [{ "id": "staff", "type": "boolean", "default": false }],
    "features": [
      { "id": "photo", "actions": ["shoot"],
        "constraints": { "permissions": ["camera", "photos"], "purchases": ["PRO"],
          "conditional": [{ "when": { "attributes": { "staff": true } },
                            "constraints": { "permissions": ["microphone"] } }] },
        "features": [
          { "id": "filters", "constraints": { "permissions": ["motion"], "runtimeEnabled": true } } ] },
      { "id": "frames", "actions": ["frame"],
        "constraints": { "userToggled": { "defaultValue": false },
                         "purchases": [{ "product": "GEM", "quantity": 3 }] } }
    ],
    "states": { "owner": { "purchases": { "PRO": "purchased" } } }
  }
  """#

func manifestFile(_ text: String) throws -> ManifestFile {
  try ManifestFile(SourceFile(path: "m.json", text: SourceText(text)))
}

func scenarioFile(_ text: String, for manifest: ManifestFile) throws -> ScenarioFile {
  try ScenarioFile(SourceFile(path: "s.json", text: SourceText(text)), for: manifest)
}
