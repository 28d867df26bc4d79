"use strict";

/*
 * Runs the manifest's program on states in their JSON form. PageProgram.swift and PageFacts.swift document the format.
 * A run sets the planes (truth values) of the state's facts and then executes the steps, which compute the other
 * planes. The program's other members refer to planes by number.
 */
const Flint = (() => {
  const { Domain, isObject, seconds, statusUntil } = Values;
  const { Table, sums } = Tables;
  const NO = 0, UNKNOWN = 1, YES = 2;
  const [AND, OR] = new TextEncoder().encode("&|");

  /** The location of a fact in a state's JSON: a section and, unless the section is a single value, an id. */
  class Place {
    constructor(section, id) {
      this.section = section;
      this.id = id;
    }

    /** Returns the value in a state, or undefined if it is absent. */
    given(state) {
      const all = state[this.section.key];
      switch (this.section.form) {
        case "value": return all;
        case "list": return all?.includes(this.id) ? true : undefined;
        case "members": return all !== undefined && Object.hasOwn(all, this.id) ? all[this.id] : undefined;
      }
    }

    /** Returns the state with another value. The value undefined removes the fact. */
    with(state, value) {
      const { key, form } = this.section;
      if (form === "value") return { ...state, [key]: value };
      if (form === "list") {
        const others = (state[key] ?? []).filter((id) => id !== this.id);
        return { ...state, [key]: value === undefined ? others : [...others, this.id] };
      }
      const others = Object.entries(state[key] ?? {}).filter(([id]) => id !== this.id);
      return { ...state, [key]: Object.fromEntries(value === undefined ? others : [...others, [this.id, value]]) };
    }
  }

  /** Returns the value on a platform of what may be an object with a value for each platform. */
  const on = (platform, value) => isObject(value) ? value[platform] : value;

  /** A fact on which some constraint depends, with its domain and planes. */
  class Entry extends Place {
    constructor(program, section, { id, label, domain, plane, assumed, clears, default: fallback }) {
      super(section, id);
      Object.assign(this, { program, label, assumed, clears, fallback });
      this.ranges = (isObject(domain) ? Object.keys(domain) : [undefined]).map((platform) => ({
        platform, domain: program.domains[on(platform, domain)], plane: on(platform, plane),
      }));
      this.domain = this.ranges[0].domain;
    }

    /** Returns the domain and the first plane on a platform. The plane is undefined if no constraint depends on the fact. */
    range(platform) { return this.ranges.find((one) => one.platform === platform) ?? this.ranges[0]; }

    /** Returns the meaning of an absent value in a state, or undefined if it has no particular meaning. */
    default(state) { return on(this.program.platform.read(state), this.fallback); }

    read(state) {
      const value = this.given(state);
      return value === undefined ? this.assumed : value;
    }

    with(state, value) {
      const isCleared = this.clears !== undefined && value !== this.read(state), changed = super.with(state, value);
      return isCleared ? this.program.entry(this.clears).with(changed, undefined) : changed;
    }
  }

  class Program {
    constructor(data) {
      this.data = data;
      const none = [];
      this.features = data.features.map((one) => ({ ...one, name: one.name ?? one.id, constraints: one.constraints ?? none }));
      this.numbers = new Map(this.features.map(({ id }, index) => [id, index]));
      this.domains = data.domains.map((one) => new Domain(one));
      this.sections = data.sections.map((one) => ({ ...one, byID: new Map() }));
      this.sectionsByKey = new Map(this.sections.map((one) => [one.key, one]));
      this.entries = [];
      const add = (section, data) => {
        const entry = new Entry(this, section, data);
        this.entries.push(entry);
        section.byID.set(entry.id, entry);
      };
      for (const one of data.entries) add(this.sectionsByKey.get(one.section), one);
      for (const section of this.sections.filter(({ featureDomain }) => featureDomain !== undefined)) {
        for (const { id, name, planes } of this.features) {
          const plane = planes?.[section.key];
          if (plane !== undefined) add(section, { id, label: name, domain: section.featureDomain, plane });
        }
      }
      this.platform = this.entry("platform");
      this.assumed = this.entries.filter(({ section, assumed }) => assumed !== undefined && section.form === "members");
      this.constraints = new Table(data.constraints);
      this.requests = new Table(data.requests);
      this.slots = new Table(data.slots);
      // These planes of all constraints are needed for every state, so they are read without making the constraints.
      this.no = this.constraints.numbers("no");
      this.open = this.constraints.numbers("open");
      this.operations = new TextEncoder().encode(data.steps.operations);
      this.left = sums(data.steps.left);
      this.right = sums(data.steps.right);
      this.actions = new Map(data.actions.map(({ name }, index) => [name, index]));
    }

    /** Returns the entry of a section, which is a single value unless `id` is given. */
    entry(section, id = section) { return this.sectionsByKey.get(section).byID.get(id); }

    constraint(number) { return this.constraints.get(number); }

    request(number) { return this.requests.get(number); }

    /** Calls `set` with the planes of the facts that a state contains, and of the values assumed for absent ones. */
    facts(state, set) {
      const platform = this.platform.read(state);
      const setEntry = (entry, value) => {
        const { domain, plane } = entry.range(platform);
        if (value === undefined || plane === undefined) return;
        const known = isObject(value) ? statusUntil(value, state) : value;
        set(plane + domain.index(known));
        for (const offset of domain.matches(known)) set(plane + offset);
      };
      for (const { key, form, byID } of this.sections) {
        const given = state[key] ?? {};
        if (form === "value") byID.forEach((entry) => setEntry(entry, entry.read(state)));
        else for (const [id, value] of form === "list" ? Object.values(given).map((id) => [id, true]) : Object.entries(given)) {
          if (byID.has(id)) setEntry(byID.get(id), value);
        }
      }
      for (const entry of this.assumed) if (entry.given(state) === undefined) setEntry(entry, entry.assumed);
    }

    /** Calls `set` with the planes of ages, which are the times from a date of the state until the state's date. */
    ages(state, set) {
      if (state.date === undefined) return;
      for (const { attribute, declared, plane, cuts } of this.data.ages) {
        const value = this.entry("attributes", attribute).given(state);
        const begin = value === undefined ? declared : value === null ? undefined : seconds(value);
        if (begin === undefined) continue;
        const age = seconds(state.date) - begin;
        set(plane + cuts.filter((cut) => cut <= age).length);
      }
    }

    /** Returns the planes of a state: 1 for true, 0 for false. */
    run(state) {
      const { operations, left, right, data: { always } } = this;
      const planes = new Uint8Array(always + 1 + operations.length);
      planes[always] = 1;
      this.facts(state, (plane) => { planes[plane] = 1; });
      this.ages(state, (plane) => { planes[plane] = 1; });
      for (let step = 0; step < operations.length; step++) {
        const one = planes[left[step]], other = planes[right[step]], operation = operations[step];
        planes[always + 1 + step] = operation === AND ? one & other : operation === OR ? one | other : one & ~other;
      }
      return planes;
    }
  }

  return { Program, Place, NO, UNKNOWN, YES };
})();
