"use strict";

/* States as the addresses of links carry them: text that anyone may have written. */
const StateLinks = (() => {
  const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
  const isBoolean = (value) => typeof value === "boolean";
  const isCount = (value) => Number.isSafeInteger(value) && value >= 0;

  const demand = (holds) => { if (!holds) throw new Error("not a state"); };

  /**
   * The entries of a section whose ids the program knows; the others' ids go to `unknown`.
   * `tests` has, for each id, whether a value is one.
   */
  const section = (given, tests, unknown) => {
    demand(isObject(given));
    const entries = Object.entries(given);
    unknown.push(...entries.map(([id]) => id).filter((id) => !tests.has(id)));
    const known = entries.filter(([id]) => tests.has(id));
    for (const [id, value] of known) demand(tests.get(id)(value));
    return Object.fromEntries(known);
  };

  /** The state that a text is, and the ids in it that the program does not know; throws where it is none. */
  const read = (program, text) => {
    const given = JSON.parse(text);
    const isPermission = (value) => program.permissionStatuses.includes(value);
    const isPurchase = (value) => program.purchaseStatuses.includes(value);
    const every = (names, test) => new Map(names.map((name) => [name, test]));
    const features = program.features.map(([id]) => id);
    const tests = {
      permissions: every(program.permissions.map(([name]) => name), isPermission),
      purchases: new Map(program.products.map(([id, , type]) => [id, type === "consumable" ? isCount : isPurchase])),
      toggles: every(features, isBoolean),
      runtime: every(features, (value) => value === null || isBoolean(value)),
      attributes: new Map(program.attributes.map(([id, , , values]) =>
        [id, (value) => value === null || (values === null ? isBoolean(value) : values.includes(value))])),
      defaults: new Map([["permission", isPermission], ["purchase", isPurchase]]),
    };
    demand(isObject(given));
    const state = {}, unknown = [];
    for (const [key, value] of Object.entries(given)) {
      if (Object.hasOwn(tests, key)) {
        state[key] = section(value, tests[key], unknown);
      } else if (key === "unlocked") {
        demand(Array.isArray(value));
        state.unlocked = [...new Set(value)].filter((id) => features.includes(id));
        unknown.push(...value.filter((id) => !features.includes(id)).map(String));
      } else if (key === "platform") {
        demand(program.platforms.includes(value));
        state.platform = value;
      } else if (key === "osVersion" || key === "appVersion") {
        demand(Flint.isVersion(String(value)));
        state[key] = String(value);
      } else {
        unknown.push(key);
      }
    }
    return { state, unknown };
  };

  return { read };
})();
