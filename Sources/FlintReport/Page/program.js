"use strict";

/*
 * Runs the manifest's program (PageProgram and PageFacts of the sources document its shape) on states as JSON has them:
 * sets the planes of what a state gives, takes the steps, and looks at the planes that it is told to look at. What a plane
 * means is nothing to it.
 */
const Flint = (() => {
  const NO = 0, UNKNOWN = 1, YES = 2;

  /** The seconds of a date, which must be one that some calendar has; NaN for others. */
  const seconds = (text) => {
    const day = Date.parse(text.slice(0, 10) + "T00:00:00Z");
    if (Number.isNaN(day) || new Date(day).toISOString().slice(0, 10) !== text.slice(0, 10)) return NaN;
    return Date.parse(text.length > 10 ? text : text + "T00:00:00Z") / 1000;
  };

  /** The status of a subscription that runs until a date. */
  const statusUntil = (end, { date }) =>
    date === undefined ? "unknown" : seconds(date) < seconds(end) ? "purchased" : "expired";

  /** How the values of a scale compare: as lists, element by element. */
  const SCALES = {
    version: (text) => text.split(".").map(Number),
    count: (text) => [Number(text)],
    integer: (text) => [BigInt(text)],
    percent: (text) => [Math.round(Number(text) * 10000)],
    date: (text) => [seconds(text)],
    text: (text) => text,
  };

  /** The scales whose values are numbers in a state's JSON. */
  const NUMBERS = ["count", "integer", "percent"];

  const isAtLeast = (value, cut) => {
    const index = cut.findIndex((one, index) => one !== (value[index] ?? 0));
    return index < 0 || (value[index] ?? 0) > cut[index];
  };

  const isObject = (value) => typeof value === "object" && value !== null;

  /** What values something can have. */
  class Domain {
    constructor(data) {
      Object.assign(this, data);
      this.parse = SCALES[data.scale];
      this.limits = data.cuts?.map((cut) => this.parse(cut));
    }

    /** How many planes behind the first one is set; -1 for what is no value. */
    index(value) {
      if (this.values) {
        const index = this.values.indexOf(value);
        return this.planes && index >= 0 ? this.planes[index] : index;
      }
      const shift = this.shift ?? 0;
      if (value === null) return 0;
      if (value === this.top) return shift + this.limits.length;
      if (this.scale === "text") {
        const index = this.limits.indexOf(value);
        return shift + (index < 0 ? this.limits.length : index);
      }
      const parsed = this.parse(String(value));
      return shift + this.limits.filter((limit) => isAtLeast(parsed, limit)).length;
    }

    /** What is wrong with a text as a value of the scale; null where nothing is. */
    fault(text) {
      if (text === this.top) return null;
      const rule = this.rules.find(([pattern]) => !new RegExp(pattern).test(text));
      if (rule) return rule[1];
      if (this.scale === "date") return Number.isNaN(seconds(text)) ? "there is no such day" : null;
      if (!this.most) return null;
      const [most, tooLarge] = this.most;
      return text.split(".").some((part) => BigInt(part.replace("-", "")) > BigInt(most)) ? tooLarge : null;
    }

    /** A text as a state has it. */
    written(text) { return NUMBERS.includes(this.scale) ? Number(text) : text; }

    has(value) {
      if (this.values && isObject(value)) {
        return this.until === true && Object.keys(value).join() === "until" && typeof value.until === "string"
          && DATE.fault(value.until) === null;
      }
      if (this.values) return this.values.includes(value);
      if (value === null) return this.shift === 1;
      return typeof value === (NUMBERS.includes(this.scale) ? "number" : "string") && this.fault(String(value)) === null;
    }
  }

  const DATE = new Domain({
    scale: "date", cuts: [],
    rules: [[String.raw`^(19[7-9]\d|[2-9]\d{3})-\d\d-\d\d(T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?Z)?$`, "a date"]],
  });

  /** One thing that states give, in its section of their JSON. */
  class Place {
    constructor(section, id) {
      this.section = section;
      this.id = id;
    }

    /** The value that a state gives; undefined where it gives none. */
    given(state) {
      const all = state[this.section.key];
      switch (this.section.form) {
        case "value": return all;
        case "list": return all?.includes(this.id) ? true : undefined;
        case "members": return all !== undefined && Object.hasOwn(all, this.id) ? all[this.id] : undefined;
      }
    }

    /** The state with another value; undefined takes it away. */
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

  /** A place of which something is asked. */
  class Entry extends Place {
    constructor(program, [section, id, label, domain, plane, assumed, cleared]) {
      const name = (name, part) => typeof name === "number" ? program.data.features[name][part] : name;
      super(program.sections[section], name(id, 0));
      this.program = program;
      this.label = name(label, 1);
      this.domains = Array.isArray(domain) ? domain.map((one) => program.domains[one]) : [program.domains[domain]];
      this.planes = Array.isArray(plane) ? plane : [plane];
      this.assumed = assumed ?? undefined;
      this.cleared = cleared;
    }

    read(state) {
      const value = this.given(state);
      return value === undefined ? this.assumed : value;
    }

    with(state, value) {
      const isCleared = this.cleared !== undefined && value !== this.read(state), changed = super.with(state, value);
      return isCleared ? this.program.entries[this.cleared].with(changed, undefined) : changed;
    }
  }

  const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  const VALUES = new Uint8Array(128);
  [...DIGITS].forEach((digit, value) => { VALUES[digit.charCodeAt(0)] = value; });

  /** Numbers that are written as digits of five bits, the lowest first, whose lowest bit is the sign. */
  const numbers = (text) => {
    const all = [];
    for (let index = 0, value = 0, shift = 0; index < text.length; index++) {
      const digit = VALUES[text.charCodeAt(index)];
      value |= (digit & 31) << shift;
      shift += 5;
      if (digit & 32) continue;
      all.push(value & 1 ? -(value >>> 1) : value >>> 1);
      value = shift = 0;
    }
    return all;
  };

  /** How many numbers of its own a shape has. */
  const holes = (shape) => shape === null ? 1 : Array.isArray(shape) ? shape.reduce((sum, one) => sum + holes(one), 0) : 0;

  /** Pieces by their shapes, each put together when it is first asked for. */
  class Pieces {
    constructor(shapes, all) {
      this.shapes = shapes;
      this.made = [];
      this.all = [];
      const last = shapes.map((shape) => new Int32Array(holes(shape))), more = numbers(all);
      for (let at = 0; at < more.length;) {
        const shape = more[at++], own = last[shape] = last[shape].slice();
        for (let index = 0; index < own.length; index++) own[index] += more[at++];
        this.all.push({ shape, own });
      }
    }

    get(number) { return this.made[number] ??= this.put(this.all[number]); }

    put({ shape, own }) {
      let next = 0;
      const fill = (piece) => piece === null ? own[next++] : Array.isArray(piece) ? piece.map(fill) : piece;
      return fill(this.shapes[shape]);
    }

    /** A number that stands at a place in every piece. */
    at(place) {
      const index = this.shapes.map((shape) => holes(shape.slice(0, place)));
      return Int32Array.from(this.all, ({ shape, own }) => this.shapes[shape][place] ?? own[index[shape]]);
    }
  }

  class Program {
    constructor(data) {
      this.data = data;
      this.features = data.features;
      this.domains = data.domains.map((one) => new Domain(one));
      this.sections = data.sections.map(([key, form, title, isOpen, absent, others]) =>
        ({ key, form, title, isOpen, absent, others: this.domains[others] }));
      const rows = data.entries.flatMap((one) => Array.isArray(one[1]) ? this.row(...one) : [one]);
      this.entries = rows.map((one) => new Entry(this, one));
      this.platform = this.entries.find(({ section }) => section.key === "platform");
      this.byID = this.sections.map(() => new Map());
      rows.forEach(([section], index) => this.byID[section].set(this.entries[index].id, this.entries[index]));
      this.numbers = new Map(this.features.map(([id], index) => [id, index]));
      const constraints = new Pieces(data.constraintShapes, data.constraints);
      this.constraint = (number) => constraints.get(number);
      // How a constraint stands is asked for of all of them each time.
      this.no = constraints.at(0);
      this.open = constraints.at(1);
      this.steps = Int32Array.from(numbers(data.steps));
      for (let at = 3; at < this.steps.length; at++) if (at % 3 !== 0) this.steps[at] += this.steps[at - 3];
      let next = 0;
      for (const own of [data.app, ...this.features.map((one) => one[4])]) {
        own.forEach((number, index) => { if (number < 0) own[index] = next++; });
      }
      this.assumed = this.entries.filter(({ section, assumed }) => assumed !== undefined && section.form === "members");
    }

    /** The entries of a row of features. */
    row(section, features, domain, plane, width) {
      let feature = 0;
      return numbers(features[0]).map((more, index) => [section, feature += more, feature, domain, plane + width * index]);
    }

    /** Calls `set` with the plane of everything that a state gives or leaves to be assumed. */
    facts(state, set) {
      const platform = this.platform.domains[0].index(this.platform.read(state));
      const setEntry = (entry, value) => {
        const at = entry.planes.length > 1 ? platform : 0;
        if (value === undefined || entry.planes[at] < 0) return;
        const known = isObject(value) ? statusUntil(value.until, state) : value;
        set(entry.planes[at] + entry.domains[at].index(known));
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

    /** Calls `set` with the planes of the ages that a state has. */
    ages(state, set) {
      if (state.date === undefined) return;
      for (const [entry, declared, plane, cuts] of this.data.ages) {
        const value = this.entries[entry].given(state);
        const begin = value === undefined ? declared : value === null ? null : seconds(value);
        if (begin === null) continue;
        const age = seconds(state.date) - begin;
        set(plane + cuts.filter((cut) => cut <= age).length);
      }
    }

    /** The planes of a state: 1 where they hold. */
    run(state) {
      const planes = new Uint8Array(this.data.always + 1 + this.steps.length / 3);
      this.facts(state, (plane) => { planes[plane] = 1; });
      planes[this.data.always] = 1;
      this.ages(state, (plane) => { planes[plane] = 1; });
      this.take(planes);
      return planes;
    }

    /** Fills the planes of the steps. */
    take(planes) {
      const { steps, data: { always } } = this;
      for (let at = always + 1, step = 0; step < steps.length; at++, step += 3) {
        const one = planes[steps[step + 1]], other = planes[steps[step + 2]];
        planes[at] = steps[step] === 0 ? one & other : steps[step] === 1 ? one | other : one & ~other;
      }
    }
  }

  /** What the program says of a state. */
  class Evaluator {
    constructor(program, state) {
      this.program = program;
      this.state = state;
      this.planes = program.run(state);
      const { planes } = this, { no, open } = program;
      const all = (truth, constraints) => {
        for (const one of constraints) {
          if (planes[no[one]]) truth = NO;
          else if (planes[open[one]] && truth === YES) truth = UNKNOWN;
        }
        return truth;
      };
      const app = all(YES, program.data.app);
      // Parents stand before their children.
      this.truths = new Uint8Array(program.features.length);
      program.features.forEach(([, , , parent, constraints], feature) => {
        this.truths[feature] = all(parent === null ? app : this.truths[parent], constraints);
      });
    }

    truth(constraint) {
      const { no, open } = this.program;
      return this.planes[no[constraint]] ? NO : this.planes[open[constraint]] ? UNKNOWN : YES;
    }

    status(feature) { return this.program.data.statuses[this.truths[feature]]; }

    /** How a constraint stands, by name. */
    standing({ number, truth }) {
      const isInactive = this.planes[this.program.constraint(number)[2]] === 1;
      return this.program.data.constraintStatuses[isInactive ? YES + 1 : truth];
    }

    /** Everything that is declared, the feature's own first, the app's last, whose `feature` is null. */
    constraints(feature) {
      const all = [];
      for (let at = feature; at !== null; at = this.program.features[at][3]) {
        for (const number of this.program.features[at][4]) all.push({ feature: at, number, truth: this.truth(number) });
      }
      for (const number of this.program.data.app) all.push({ feature: null, number, truth: this.truth(number) });
      return all;
    }

    /** The constraints that are not met, and those of them that say what the feature's status is. */
    open(feature) {
      const open = this.truths[feature] === YES ? [] : this.constraints(feature).filter((one) => one.truth !== YES);
      return { open, blockers: open.filter((one) => one.truth === this.truths[feature]) };
    }

    /** The first blocker that the next step is about. */
    chief({ open, blockers }) {
      if (blockers.length === 1) return blockers[0];
      const action = this.nextStep(open)?.action;
      return blockers.find((one) => this.requests(one)?.some(([, asked]) => asked === action)) ?? blockers[0];
    }

    /** The constraint's id, behind its feature's where that is not `seenFrom`. */
    name({ feature, number }, seenFrom) {
      const name = this.program.data.texts[this.program.constraint(number)[4]];
      return feature === seenFrom ? name : `${feature === null ? "" : this.program.features[feature][0]}/${name}`;
    }

    /** What a constraint that is open asks for; null where that is not known here. */
    requests({ number }) {
      const [, , , , , , all, untold] = this.program.constraint(number);
      return this.planes[untold] ? null : all.filter(([when]) => this.planes[when]);
    }

    /**
     * The first action that open constraints ask for, and all that ask for it, each once:
     * {action, subjects: [[number, name], …]}; null where there is none, undefined where it is not known here.
     */
    nextStep(open) {
      let first = null;
      for (const one of open) {
        const requests = this.requests(one);
        if (requests === null) return undefined;
        for (const [, action, number, name] of requests) {
          if (first === null || action < first.action) first = { action, subjects: new Map() };
          if (action === first.action && !first.subjects.has(number)) first.subjects.set(number, name);
        }
      }
      return first && { action: first.action, subjects: [...first.subjects] };
    }

    // Sentences

    slot(slot) {
      if (typeof slot === "string") return slot;
      const [number, absent, texts] = slot;
      const entry = this.program.entries[number];
      const value = entry.given(this.state);
      if (value === undefined) return this.slot(absent);
      const [domain] = entry.domains;
      if (domain.values) return this.slot(texts[domain.values.indexOf(value)]);
      return value === domain.top ? texts[0] : texts[1] + value;
    }

    sentence({ number }) {
      const { data } = this.program, [, , , openGuard, , sentences] = this.program.constraint(number);
      const [, sentence] = sentences.find(([when]) => this.planes[when]);
      return data.texts[sentence] + (this.planes[openGuard] ? data.openGuard : "");
    }

    nextSentence({ action, subjects }) {
      const { texts, actions } = this.program.data, pieces = actions[action].slice(), hasSubjects = pieces.pop();
      return pieces.map((piece) => this.slot(piece)).join("")
        + (hasSubjects ? subjects.map(([, name]) => texts[name]).join(", ") : "");
    }
  }

  return { Program, Evaluator, Place, YES };
})();
