"use strict";

/*
 * Runs the manifest's program on states in their JSON form. PageProgram.swift and PageFacts.swift document the format.
 * A run sets the planes (truth values) of the state's facts and then executes the steps, which compute the other
 * planes. The program's other members refer to planes by number.
 */
const Flint = (() => {
  const { Domain, isObject, seconds, statusUntil } = Values;
  const { Pieces, numbers } = Written;
  const NO = 0, UNKNOWN = 1, YES = 2;

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

  /** A fact on which some constraint depends, with its domain and planes. */
  class Entry extends Place {
    constructor(program, data) {
      const feature = program.features[data.feature];
      super(program.sections[data.section], feature?.id ?? data.id);
      this.program = program;
      this.label = feature?.name ?? data.label;
      this.domains = data.domains.map((one) => program.domains[one]);
      this.planes = data.planes;
      this.assumed = data.assumed;
      this.clears = data.clears;
      this.fallback = data.default;
    }

    /** Returns the meaning of an absent value in a state, or undefined if it has no particular meaning. */
    default(state) {
      if (!Array.isArray(this.fallback)) return this.fallback;
      const { platform } = this.program;
      return this.fallback[platform.domains[0].index(platform.read(state))];
    }

    read(state) {
      const value = this.given(state);
      return value === undefined ? this.assumed : value;
    }

    with(state, value) {
      const isCleared = this.clears !== undefined && value !== this.read(state), changed = super.with(state, value);
      return isCleared ? this.program.entries[this.clears].with(changed, undefined) : changed;
    }
  }

  class Program {
    constructor(data) {
      this.data = data;
      const none = [];
      this.features = data.features.map((one) => ({ ...one, name: one.name ?? one.id, constraints: one.constraints ?? none }));
      this.domains = data.domains.map((one) => new Domain(one));
      this.sections = data.sections.map((one) => ({ ...one, others: this.domains[one.others] }));
      const rows = data.entries.flatMap((one) => one.features === undefined ? [one] : this.row(one));
      this.entries = rows.map((one) => new Entry(this, one));
      this.platform = this.entries.find(({ section }) => section.key === "platform");
      this.byID = this.sections.map(() => new Map());
      rows.forEach(({ section }, index) => this.byID[section].set(this.entries[index].id, this.entries[index]));
      this.names = [...new Set(this.features.map(({ name }) => name))];
      this.numbers = new Map(this.features.map(({ id }, index) => [id, index]));
      const constraints = new Pieces(data.constraintShapes, data.constraints);
      this.constraint = (number) => constraints.get(number);
      const requests = new Pieces(data.requestShapes, data.requests);
      this.request = (number) => requests.get(number);
      this.requestCount = requests.all.length;
      const changes = new Pieces(data.changeShapes, data.changes);
      this.change = (number) => changes.get(number);
      // These planes of all constraints are needed for every state, so they are decoded without their pieces.
      this.no = constraints.numbers("no");
      this.open = constraints.numbers("open");
      this.steps = Int32Array.from(numbers(data.steps));
      for (let at = 3; at < this.steps.length; at++) if (at % 3 !== 0) this.steps[at] += this.steps[at - 3];
      let next = 0;
      for (const own of [data.app, ...this.features.map(({ constraints }) => constraints)]) {
        own.forEach((number, index) => { if (number < 0) own[index] = next++; });
      }
      this.assumed = this.entries.filter(({ section, assumed }) => assumed !== undefined && section.form === "members");
    }

    /** Expands consecutive features with the same domain to one entry for each. */
    row({ section, features, domain, plane, step }) {
      let feature = 0;
      return numbers(features).map((more, index) =>
        ({ section, feature: feature += more, domains: [domain], planes: [plane + step * index] }));
    }

    /** Calls `set` with the planes of the facts that a state contains, and of the values assumed for absent ones. */
    facts(state, set) {
      const platform = this.platform.domains[0].index(this.platform.read(state));
      const setEntry = (entry, value) => {
        const at = entry.planes.length > 1 ? platform : 0;
        if (value === undefined || entry.planes[at] < 0) return;
        const known = isObject(value) ? statusUntil(value.until, state) : value;
        const first = entry.planes[at], domain = entry.domains[at];
        set(first + domain.index(known));
        for (const more of domain.matches(known)) set(first + more);
      };
      this.sections.forEach(({ key, form }, index) => {
        const entries = this.byID[index];
        if (form === "value") return entries.forEach((entry) => setEntry(entry, entry.read(state)));
        const given = state[key] ?? {};
        for (const [id, value] of form === "list" ? Object.values(given).map((id) => [id, true]) : Object.entries(given)) {
          if (entries.has(id)) setEntry(entries.get(id), value);
        }
      });
      for (const entry of this.assumed) if (entry.given(state) === undefined) setEntry(entry, entry.assumed);
    }

    /** Calls `set` with the planes of ages, which are the times from a date of the state until the state's date. */
    ages(state, set) {
      if (state.date === undefined) return;
      for (const { entry, declared, plane, cuts } of this.data.ages) {
        const value = this.entries[entry].given(state);
        const begin = value === undefined ? declared : value === null ? undefined : seconds(value);
        if (begin === undefined) continue;
        const age = seconds(state.date) - begin;
        set(plane + cuts.filter((cut) => cut <= age).length);
      }
    }

    /** Returns the planes of a state: 1 for true, 0 for false. */
    run(state) {
      const planes = new Uint8Array(this.data.always + 1 + this.steps.length / 3);
      this.fill(planes, state);
      return planes;
    }

    /** Computes the planes of a state, by all steps or only those of the planes in `list`. */
    fill(planes, state, list) {
      const { steps, data: { always } } = this, count = list?.length ?? steps.length / 3;
      planes.fill(0, 0, always);
      planes[always] = 1;
      this.facts(state, (plane) => { planes[plane] = 1; });
      this.ages(state, (plane) => { planes[plane] = 1; });
      for (let index = 0; index < count; index++) {
        const at = list === undefined ? always + 1 + index : list[index], step = 3 * (at - always - 1);
        const one = planes[steps[step + 1]], other = planes[steps[step + 2]];
        planes[at] = steps[step] === 0 ? one & other : steps[step] === 1 ? one | other : one & ~other;
      }
    }

    /** Returns the numbers of a feature's constraints, then its ancestors' from the nearest, then the app's. */
    constraintsAbove(feature) {
      const all = [];
      for (let at = feature; at !== undefined; at = this.features[at].parent) all.push(...this.features[at].constraints);
      return [...all, ...this.data.app];
    }

    /** Returns the changes of each changeable fact of a feature, in declared order, or null if there are too many. */
    plan(feature) {
      const { plan } = this.features[feature];
      if (plan === undefined) return null;
      const all = numbers(this.data.plans[plan]), things = [];
      for (let at = 0, change = 0; at < all.length;) {
        const count = all[at++];
        things.push(all.slice(at, at + count).map((more) => (change += more)));
        at += count;
      }
      return things;
    }
  }

  return { Program, Place, NO, UNKNOWN, YES };
})();
