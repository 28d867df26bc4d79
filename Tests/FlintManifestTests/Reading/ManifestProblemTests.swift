import FlintCore
import FlintModel
import Testing

@testable import FlintManifest

@Suite struct ManifestProblemTests {
  private static let constraintProblems: [(constraints: String, problem: String)] = [
    // Platforms.
    (
      #""platforms": {"iOs": 9}"#,
      "5:16 unknown-platform: unknown platform 'iOs' (did you mean 'iOS'?)"
    ),
    (
      #""platforms": {"iOS": 10.10}"#,
      #"5:23 invalid-version: version 10.10 is a number, but not an integer (write the version as a string: "10.10")"#
    ),
    (
      #""platforms": {"iOS": 1.5e1}"#,
      #"5:23 invalid-version: version 1.5e1 is a number, but not an integer (write the version as a string: "15")"#
    ),
    (
      #""platforms": {"iOS": 1e99}"#,
      #"5:23 invalid-version: version 1e99 is a number, but not an integer (write one to three numbers, such as "10.13.4")"#
    ),
    (
      #""platforms": {"iOS": "10.x"}"#,
      #"5:23 invalid-version: '10.x' is not a version (write one to three numbers, such as "10.13.4")"#
    ),
    (
      #""platforms": {"iOS": "-1"}"#,
      #"5:23 invalid-version: '-1' is not a version (write one to three numbers, such as "10.13.4")"#
    ),
    (
      #""platforms": {"iOS": -1}"#,
      #"5:23 invalid-version: '-1' is not a version (write one to three numbers, such as "10.13.4")"#
    ),
    (
      #""platforms": {"iOS": -0}"#,
      #"5:23 invalid-version: '-0' is not a version (write one to three numbers, such as "10.13.4")"#
    ),
    (
      #""platforms": {"iOS": 99999999999999999999}"#,
      "5:23 invalid-version: '99999999999999999999' is not a version (the numbers of a version must not exceed 2147483647)"
    ),
    (
      #""platforms": {"iOS": "2147483648"}"#,
      "5:23 invalid-version: '2147483648' is not a version (the numbers of a version must not exceed 2147483647)"
    ),
    (
      #""platforms": {"iOS": "10.04"}"#,
      "5:23 invalid-version: '10.04' is not a version (write the numbers without leading zeros)"
    ),
    (
      #""platforms": {"iOS": "1.2.3.4"}"#,
      #"5:23 invalid-version: '1.2.3.4' is not a version (write one to three numbers, such as "10.13.4")"#
    ),
    (
      #""platforms": {"iOS": "latest"}"#,
      "5:23 invalid-version: version 'latest' is allowed in states only"
    ),
    (
      #""platforms": {"iOS": "unsuported"}"#,
      "5:23 unknown-value: unknown platform version 'unsuported' (did you mean 'unsupported'?)"
    ),
    (
      #""platforms": {"iOS": null}"#,
      #"5:23 wrong-type: found null for a platform; expected a version, a range, "any" or "unsupported""#
    ),
    (#""platforms": {"iOS": {}}"#, "5:23 empty-value: the range for a platform is empty"),
    (
      #""platforms": {"iOS": {"atLeast": 9, "below": "9.0"}}"#,
      "5:47 empty-range: the range is empty: no version is at least '9' and below '9.0'"
    ),
    (
      #""platforms": {"iOS": {"atLest": 9}}"#,
      "5:24 unknown-key: unknown key 'atLest' in a range (did you mean 'atLeast'?)"
    ),
    (
      #""platforms": {"iOSOnly": 9, "tvOSOnly": 9}"#,
      "5:30 conflicting-platforms: 'iOSOnly' and 'tvOSOnly' exclude each other"
    ),
    (
      #""platforms": {"iOS": 9, "iOSOnly": 9}"#,
      "5:16 conflicting-platforms: 'iOS' cannot be combined with 'iOSOnly'"
    ),
    (
      #""platforms": {"iOSOnly": "unsupported"}"#,
      "5:27 unsupported-here: 'iOSOnly' is 'unsupported', so no platform is supported"
    ),
    (
      #""platforms": []"#,
      #"5:15 wrong-type: found a list for 'platforms'; expected an object (write { "iOS": "any", … }; to exclude all other platforms, write "iOSOnly")"#
    ),
    // Versions of the app, flags, toggles.
    (
      #""appVersion": true"#,
      "5:16 wrong-type: found a boolean for 'appVersion'; expected a version"
    ),
    (#""appVersion": {"$note": 1}"#, "5:16 empty-value: the range for 'appVersion' is empty"),
    (
      #""runtimeEnabled": false"#,
      "5:20 unknown-value: 'runtimeEnabled' is false; expected true or no such key (to disable the feature by default, set its 'isEnabled' to false)"
    ),
    (
      #""runtimeEnabled": 1"#,
      "5:20 wrong-type: found a number for 'runtimeEnabled'; expected true or false"
    ),
    (
      #""userToggled": true"#,
      #"5:17 wrong-type: found a boolean for 'userToggled'; expected an object (write { "defaultValue": true })"#
    ),
    (#""userToggled": {}"#, "5:17 missing-key: 'userToggled' has no 'defaultValue'"),
    (
      #""userToggled": {"defaultvalue": true}"#,
      "5:17 missing-key: 'userToggled' has no 'defaultValue'|5:18 unknown-key: unknown key 'defaultvalue' in 'userToggled' (did you mean 'defaultValue'?)"
    ),
    // Permissions.
    (
      #""permissions": ["cmaera"]"#,
      "5:18 unknown-permission: unknown permission 'cmaera' (did you mean 'camera'?)"
    ),
    (
      #""permissions": ["camera", "camera"]"#,
      "5:28 duplicate-constraint: constraint 'permission:camera' is declared twice"
    ),
    (
      #""permissions": [1]"#,
      "5:18 wrong-type: found a number for a permission; expected a permission or an object"
    ),
    (
      #""permissions": "camera""#,
      #"5:17 wrong-type: found a string for 'permissions'; expected a list (write ["camera"])"#
    ),
    // Purchases.
    (#""purchases": ["Q"]"#, "5:16 unknown-product: product 'Q' is not declared"),
    (
      #""purchases": ["P", "P"]"#,
      "5:21 duplicate-constraint: constraint 'purchase:P' is declared twice"
    ),
    (
      #""purchases": ["P", {"anyOf": ["P"]}]"#,
      "5:21 duplicate-constraint: constraint 'purchase:P' is declared twice"
    ),
    (
      #""purchases": ["C"]"#,
      #"5:16 missing-quantity: consumable 'C' is required without a quantity (write { "product": "C", "quantity": 1 })"#
    ),
    (
      #""purchases": [{"product": "C"}]"#,
      #"5:16 missing-quantity: consumable 'C' is required without a quantity (write { "product": "C", "quantity": 1 })"#
    ),
    (
      #""purchases": [{"product": "P", "quantity": 1}]"#,
      "5:45 unexpected-quantity: 'P' is not a consumable and cannot have a quantity"
    ),
    (
      #""purchases": [{"product": "C", "quantity": 0}]"#,
      "5:45 invalid-integer: found 0 for 'quantity'; expected at least 1"
    ),
    (
      #""purchases": [{"product": "C", "quantity": 1.0}]"#,
      "5:45 invalid-integer: found 1.0 for 'quantity'; expected an integer (write the integer without a fraction or an exponent)"
    ),
    (
      #""purchases": [{"product": "C", "quantity": 9223372036854775808}]"#,
      "5:45 invalid-integer: found 9223372036854775808 for 'quantity'; expected at most 9223372036854775807"
    ),
    (
      #""purchases": [{"product": "C", "quantity": "5"}]"#,
      "5:45 wrong-type: found a string for 'quantity'; expected an integer"
    ),
    (#""purchases": [{"anyOf": []}]"#, "5:26 empty-value: 'anyOf' is empty"),
    (
      #""purchases": [{"anyOf": ["P", "P"]}]"#,
      "5:32 duplicate-value: 'P' occurs twice in 'anyOf'"
    ),
    (
      #""purchases": [{"anyOf": ["P"], "allOf": ["P"]}]"#,
      "5:33 unexpected-key: 'allOf' cannot be combined with 'anyOf'"
    ),
    (
      #""purchases": [{"anyOf": ["P"], "quantity": 2}]"#,
      "5:33 unexpected-key: 'quantity' cannot be combined with 'anyOf'"
    ),
    (#""purchases": [{}]"#, "5:16 missing-key: a purchase has no 'product'"),
    (
      #""purchases": [7]"#,
      "5:16 wrong-type: found a number for a purchase; expected a product id or an object"
    ),
    // Attributes.
    (
      #""attributes": {"flg": true}"#,
      "5:17 unknown-attribute: attribute 'flg' is not declared (did you mean 'flag'?)"
    ),
    (
      #""attributes": {"flag": "yes"}"#,
      "5:25 wrong-type: found a string for a boolean attribute; expected true or false (write true)"
    ),
    (
      #""attributes": {"mode": "fats"}"#,
      "5:25 unknown-value: unknown value 'fats' (did you mean 'fast'?)"
    ),
    (
      #""attributes": {"mode": "x"}"#,
      "5:25 unknown-value: unknown value 'x' (expected 'slow' or 'fast')"
    ),
    (#""attributes": {"mode": []}"#, "5:25 empty-value: the list of required values is empty"),
    (
      #""attributes": {"mode": ["slow", "slow"]}"#,
      "5:34 duplicate-value: 'slow' occurs twice in the required values"
    ),
    (
      #""attributes": {"mode": null}"#,
      "5:25 wrong-type: found null for a choice; expected one of the attribute's values or a list of them"
    ),
    (
      #""attributes": {"x-mode": 1}"#,
      "5:17 unknown-attribute: attribute 'x-mode' is not declared (did you mean 'mode'?)"
    ),
    // Conditional blocks.
    (
      #""conditional": [{}]"#,
      "5:18 missing-key: a conditional block has no 'when'|5:18 missing-key: a conditional block has no 'constraints'"
    ),
    (
      #""conditional": [{"when": {}, "constraints": {}}]"#,
      "5:27 empty-value: 'when' is empty|5:46 empty-value: 'constraints' of a conditional block is empty"
    ),
    (
      #""conditional": [{"when": {"$a": 1}, "constraints": {"x-b": {}}}]"#,
      "5:27 empty-value: 'when' is empty|5:53 empty-value: 'constraints' of a conditional block is empty"
    ),
    (
      #""conditional": [{"when": {"platfroms": 1}, "constraints": {"permision": 1}}]"#,
      "5:28 unknown-key: unknown key 'platfroms' in 'when' (did you mean 'platforms'?)|5:61 unknown-key: unknown key 'permision' in 'constraints' (did you mean 'permissions'?)"
    ),
    (
      #""conditional": [{"when": {"platforms": {"iOSOnly": 9}}, "constraints": {"runtimeEnabled": true}}]"#,
      #"5:42 unsupported-here: 'iOSOnly' is not allowed in a condition (write "iOS"; the condition is false on platforms that are not listed)"#
    ),
    (
      #""conditional": [{"when": {"platforms": {"iOS": "unsupported"}}, "constraints": {"runtimeEnabled": true}}]"#,
      "5:49 unsupported-here: 'unsupported' is not allowed in a condition (leave the platform out; the condition is false on platforms that are not listed)"
    ),
    (
      #""conditional": [{"when": {"platforms": {}, "attributes": {}}, "constraints": {"runtimeEnabled": true}}]"#,
      "5:41 empty-value: 'platforms' in 'when' is empty|5:59 empty-value: 'attributes' in 'when' is empty"
    ),
    (
      #""conditional": [{"when": {"appVersion": 2}, "constraints": {"conditional": []}}]"#,
      "5:62 nested-conditional: 'conditional' is not allowed inside a conditional block (combine the conditions of both blocks in one 'when')"
    ),
    (
      #""userToggled": {"defaultValue": true}, "conditional": [{"when": {"appVersion": 2}, "constraints": {"userToggled": {"defaultValue": false}}}]"#,
      "5:133 conflicting-default: 'defaultValue' is false here and true elsewhere in the feature"
    ),
    (
      #""conditional": [{"wen": {"appVersion": 2}, "constraints": {"runtimeEnabled": true}}]"#,
      "5:18 missing-key: a conditional block has no 'when'|5:19 unknown-key: unknown key 'wen' in a conditional block (did you mean 'when'?)"
    ),
    // Keys.
    (
      #""permission": []"#,
      "5:2 unknown-key: unknown key 'permission' in 'constraints' (did you mean 'permissions'?)"
    ),
    (
      #""$comment": 1, "x-owner": {"x": 1, "x": 2}"#,
      "5:37 duplicate-key: key 'x' occurs twice in the same object"
    ),
    (
      #""permissions": [], "permissions": []"#,
      "5:21 duplicate-key: key 'permissions' occurs twice in the same object"
    ),
  ]

  @Test(
    "Problems in constraints are reported with location and suggestion",
    arguments: constraintProblems)
  func constraints(text: String, expected: String) {
    let found = problems(ofManifest: manifest(constraints: text))
    #expect(Set(found) == Set(expected.split(separator: "|").map(String.init)))
    #expect(found.count == expected.split(separator: "|").count)
  }

  @Test(
    "Problems with a manifest's own keys are reported",
    arguments: [
      ("[]", "1:1 wrong-type: found a list for a manifest; expected an object"),
      ("{}", "1:1 missing-key: a manifest has no 'manifestVersion'"),
      (#"{"manifestVersion": 2}"#, "1:21 unsupported-version: 'manifestVersion' is 2; expected 1"),
      (
        #"{"manifestVersion": 1.0}"#,
        "1:21 invalid-integer: found 1.0 for 'manifestVersion'; expected an integer (write the integer without a fraction or an exponent)"
      ),
      (
        #"{"manifestVersion": "1"}"#,
        "1:21 wrong-type: found a string for 'manifestVersion'; expected an integer"
      ),
      (
        #"{"manifestVersion": null}"#,
        "1:21 wrong-type: found null for 'manifestVersion'; expected an integer"
      ),
      (
        #"{"manifestVersion": 1, "feature": []}"#,
        "1:24 unknown-key: unknown key 'feature' in a manifest (did you mean 'features'?)"
      ),
      (
        #"{"manifestVersion": 1, "app": {"version": "latest"}}"#,
        "1:43 invalid-version: version 'latest' is allowed in states only"
      ),
      (
        #"{"manifestVersion": 1, "app": {"name": 1, "ver": 2}}"#,
        "1:40 wrong-type: found a number for 'name'; expected a string (put strings in double quotes)|1:43 unknown-key: unknown key 'ver' in 'app'"
      ),
      (
        #"{"manifestVersion": 1, "products": [{"id": "A"}, {"type": "consumable"}, 1, {"id": "", "type": "consumable"}]}"#,
        "1:37 missing-key: a product has no 'type'|1:50 missing-key: a product has no 'id'|1:74 wrong-type: found a number for a product; expected an object|1:84 invalid-id: product id is empty"
      ),
      (
        #"{"manifestVersion": 1, "products": [{"id": "A", "type": "subscription"}]}"#,
        "1:57 unknown-value: unknown product type 'subscription' (expected 'nonConsumable' or 'consumable' or 'autoRenewingSubscription' or 'nonRenewingSubscription')"
      ),
      // The second alternative does not equal the first only because one of its products is invalid.
      (
        #"{"manifestVersion": 1, "products": [{"id": "A", "type": "nonConsumable"}, {"id": "B", "type": 1}], "features": [{"id": "f", "constraints": {"purchases": [{"anyOf": ["A", {"allOf": ["B", "A"]}]}]}}]}"#,
        "1:95 wrong-type: found a number for product type; expected a string (put strings in double quotes)"
      ),
      (
        #"{"manifestVersion": 1, "products": [{"id": "A", "type": "consumable"}, {"id": "A", "type": "consumable"}]}"#,
        "1:79 duplicate-id: product 'A' is declared twice (first declared at m.json:1:44)"
      ),
      (
        #"{"manifestVersion": 1, "attributes": [{"id": "a", "type": "boolean", "values": ["x"]}]}"#,
        "1:70 unexpected-key: 'values' is for choice attributes only; this attribute has type 'boolean'"
      ),
      (
        #"{"manifestVersion": 1, "attributes": [{"id": "a", "type": "choice"}]}"#,
        "1:39 missing-key: a choice has no 'values'"
      ),
      (
        #"{"manifestVersion": 1, "attributes": [{"id": "a", "type": "choice", "values": []}]}"#,
        "1:79 empty-value: 'values' is empty"
      ),
      (
        #"{"manifestVersion": 1, "attributes": [{"id": "a", "type": "choice", "values": ["x", "x", ""], "default": "y"}]}"#,
        "1:85 duplicate-value: 'x' occurs twice in 'values'|1:90 empty-value: a value is empty|1:106 unknown-value: unknown value 'y' (expected 'x')"
      ),
      (
        #"{"manifestVersion": 1, "attributes": [{"id": "-a", "type": "boolean", "default": null, "owner": "dev"}]}"#,
        "1:46 invalid-id: attribute id '-a' contains an invalid character (use letters, digits, '.', '_' and '-', starting with a letter or digit)|1:82 wrong-type: found null for a boolean attribute; expected true or false|1:97 unknown-value: unknown owner 'dev' (expected 'user' or 'developer' or 'environment')"
      ),
      (
        #"{"manifestVersion": 1, "features": [{"id": "a b"}, {"id": ""}, {"name": "x"}, {"id": "c", "features": [{"id": "c"}]}]}"#,
        "1:44 invalid-id: feature id 'a b' contains an invalid character (use letters, digits, '.', '_' and '-', starting with a letter or digit)|1:59 invalid-id: feature id is empty|1:64 missing-key: a feature has no 'id'|1:111 duplicate-id: feature 'c' is declared twice (first declared at m.json:1:86)"
      ),
      (
        #"{"manifestVersion": 1, "attributes": [{"id": "a", "type": "boolean", "alwaysKnown": true}, {"id": "b", "type": "text", "default": "x", "alwaysKnown": 1}, {"id": "c", "type": "integer", "default": 1, "alwaysKnown": true}], "states": {"s": {"attributes": {"c": null, "b": null}}, "t": {"attributes": {"c": "x"}}}}"#,
        "1:39 missing-key: an attribute that is always known has no 'default'|1:151 wrong-type: found a number for 'alwaysKnown'; expected true or false|1:260 wrong-type: found null for an integer attribute; expected an integer; it is always known|1:305 wrong-type: found a string for an integer attribute; expected an integer; it is always known"
      ),
      (
        #"{"manifestVersion": 1, "features": [{"id": "a", "actions": ["x", "", "x", 1], "isEnabled": 1}]}"#,
        "1:66 empty-value: an action is empty|1:70 duplicate-value: 'x' occurs twice in 'actions'|1:75 wrong-type: found a number for an action; expected a string (put strings in double quotes)|1:92 wrong-type: found a number for 'isEnabled'; expected true, false or null"
      ),
      (
        #"{"manifestVersion": 1, "states": {"one": {"platfrom": "iOS"}}, "defaultState": "on"}"#,
        "1:43 unknown-key: unknown key 'platfrom' in a state (did you mean 'platform'?)|1:80 unknown-state: unknown state 'on' (did you mean 'one'?)"
      ),
      (
        #"{"manifestVersion": 1, "states": {"premium": {}}, "defaultState": "premum"}"#,
        "1:67 unknown-state: unknown state 'premum' (did you mean 'premium'?)"
      ),
      (#"{"manifestVersion": 1, "defaultState": "x"}"#, "1:40 unknown-state: unknown state 'x'"),
      (
        "{\"manifestVersion\": 1,}",
        "1:22 invalid-json: found a comma before '}' (remove the comma)"
      ),
    ])
  func manifests(text: String, expected: String) {
    let found = problems(ofManifest: text)
    #expect(found == expected.split(separator: "|").map(String.init))
  }

  @Test("Ids are resolved after all declarations are read, in any order of the keys")
  func orderOfKeys() throws {
    let text = """
      {"defaultState": "s", "states": {"s": {"toggles": {"f": true}, "purchases": {"P": "unknown"}}},
      "features": [{"features": [{"id": "g"}], "id": "f", "constraints": {"purchases": ["P"]}}],
      "products": [{"type": "nonConsumable", "id": "P"}], "manifestVersion": 1}
      """
    #expect(problems(ofManifest: text).isEmpty)
    #expect(try manifestFile(text).manifest.features.map(\.parent) == [nil, 0])
  }
}
