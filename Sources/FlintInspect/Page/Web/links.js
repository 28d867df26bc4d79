"use strict";

/* The page's address, which contains a state and the selected features. An address is untrusted input. */
const Links = (() => {
  const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

  /** An error that describes why a text is not a state. */
  class Wrong extends Error {}

  const demand = (holds, what) => { if (!holds) throw new Wrong(what); };

  const parse = (text) => {
    try {
      return ExactJSON.parse(text);
    } catch {
      throw new Wrong("not JSON");
    }
  };

  /** Parses a state. Returns it with the names that the model does not declare; throws `Wrong` if it is invalid. */
  const readState = (model, text) => {
    const given = parse(text), unknown = [];
    demand(isObject(given), "not an object");
    let state = {};
    const take = (section, id, value) => {
      const entry = section.byID.get(id);
      const domain = entry?.domain ?? (model.numbers.has(id) ? section.featureDomain : null);
      if (!domain) return unknown.push(id);
      // A version may also be an integer.
      const read = Number.isInteger(value) && domain.type === "version" ? String(value) : value;
      demand(domain.has(read, model.entry("date").domain), `${id}: ${domain.wrong(read) ?? ExactJSON.text(value)}`);
      // An entry would clear other members: in a link, the platform can follow its version.
      state = new Flint.Place(section, id).with(state, read);
    };
    for (const [key, value] of Object.entries(given)) {
      const section = model.sectionsByKey.get(key);
      if (!section) {
        unknown.push(key);
      } else if (section.form === "value") {
        take(section, key, value);
      } else if (section.form === "list") {
        demand(Array.isArray(value), `${key}: expected a list`);
        for (const id of new Set(value)) take(section, String(id), true);
      } else {
        demand(isObject(value), `${key}: expected an object`);
        for (const [id, one] of Object.entries(value)) take(section, id, one);
      }
    }
    return { state, unknown };
  };

  /** Returns the state without empty members, to keep links short. */
  const compact = (state) => Object.fromEntries(Object.entries(state).filter(([, value]) =>
    value !== undefined && (typeof value !== "object" || Object.keys(value).length > 0)));

  /** Whether two states are equal, regardless of the order of their members. */
  const isSame = (one, other) => {
    const sorted = (value) => !isObject(value) ? value
      : Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
    const text = (state) => ExactJSON.text(sorted(Object.fromEntries(Object.entries(compact(state)).map(([key, value]) =>
      [key, Array.isArray(value) ? [...value].sort() : sorted(value)]))));
    return text(one) === text(other);
  };

  /** Returns the address's fragment: the state, or nothing for null, and the other selections of the page. */
  const write = (state, choices) => {
    const parts = state === null ? [""] : [encodeURIComponent(ExactJSON.text(compact(state)))];
    for (const [key, value] of Object.entries(choices)) {
      if (value !== "") parts.push(`${key}=${encodeURIComponent(value)}`);
    }
    return parts.join("&");
  };

  /** Parses a fragment into the text of a state, which may be empty, and the other selections. */
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
