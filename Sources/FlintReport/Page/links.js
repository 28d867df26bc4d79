"use strict";

/* Addresses: a state, and which features are shown. Text that anyone may have written. */
const Links = (() => {
  const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

  /** Says what is no state. */
  class Wrong extends Error {}

  const demand = (holds, what) => { if (!holds) throw new Wrong(what); };

  const parse = (text) => {
    try {
      return ExactJSON.parse(text);
    } catch {
      throw new Wrong("not JSON");
    }
  };

  /** The state that a text is, and the names in it that the program does not know; throws where it is none. */
  const readState = (program, text) => {
    const given = parse(text), unknown = [];
    demand(isObject(given), "not an object");
    let state = {};
    const take = (section, index, id, value) => {
      const entry = program.byID[index].get(id);
      const domain = entry?.domains[0] ?? (program.numbers.has(id) ? section.others : null);
      if (!domain) return unknown.push(id);
      // Versions may be written as integers, too.
      const read = Number.isInteger(value) && domain.scale === "version" ? String(value) : value;
      demand(domain.has(read), `${id}: ${domain.wrong(read) ?? ExactJSON.text(value)}`);
      state = (entry ?? new Flint.Place(section, id)).with(state, read);
    };
    for (const [key, value] of Object.entries(given)) {
      const index = program.sections.findIndex((one) => one.key === key), section = program.sections[index];
      if (!section) {
        unknown.push(key);
      } else if (section.form === "value") {
        take(section, index, key, value);
      } else if (section.form === "list") {
        demand(Array.isArray(value), `${key}: expected a list`);
        for (const id of new Set(value)) take(section, index, String(id), true);
      } else {
        demand(isObject(value), `${key}: expected an object`);
        for (const [id, one] of Object.entries(value)) take(section, index, id, one);
      }
    }
    return { state, unknown };
  };

  /** The state without what says nothing, so that links stay short. */
  const compact = (state) => Object.fromEntries(Object.entries(state).filter(([, value]) =>
    value !== undefined && (typeof value !== "object" || Object.keys(value).length > 0)));

  /** Whether two states say the same. */
  const isSame = (one, other) => {
    const sorted = (value) => !isObject(value) ? value
      : Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
    const text = (state) => ExactJSON.text(sorted(Object.fromEntries(Object.entries(compact(state)).map(([key, value]) =>
      [key, Array.isArray(value) ? [...value].sort() : sorted(value)]))));
    return text(one) === text(other);
  };

  /** What follows the `#`: the state where it is not the initial one, and what else is chosen. */
  const write = (state, choices) => {
    const parts = state === null ? [""] : [encodeURIComponent(ExactJSON.text(compact(state)))];
    for (const [key, value] of Object.entries(choices)) {
      if (value !== "") parts.push(`${key}=${encodeURIComponent(value)}`);
    }
    return parts.join("&");
  };

  /** The text of a state, empty where there is none, and what else is chosen. */
  const read = (fragment) => {
    const [state, ...choices] = fragment.split("&");
    return {
      text: decodeURIComponent(state),
      choices: Object.fromEntries(choices.map((one) => {
        const [key, ...value] = one.split("=");
        return [key, decodeURIComponent(value.join("="))];
      })),
    };
  };

  return { Wrong, readState, compact, isSame, write, read };
})();
