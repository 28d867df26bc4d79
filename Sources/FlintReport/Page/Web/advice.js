"use strict";

/*
 * Plans: the smallest sets of changes that make a feature available in a state, in the order in which `plan` lists them.
 * The program lists the changes and the states in which each is possible.
 *
 * No change may break an assumption. An assumption that holds in the state is treated like a constraint of the feature.
 *
 * The search is a branch and bound over the open constraints, which are those that are not satisfied. A sufficient set
 * changes at least one fact that each open constraint depends on. The search therefore extends a set only by changes of
 * such facts, and abandons a set whose open constraints need more changes than the set may still take.
 */
const Advice = (() => {
  const { moment, seconds } = Values;

  /** The budget of a search: the number of sets that it tries, and of program steps that it executes. */
  const LIMITS = { sets: 20000, steps: 40e6 };

  class TooEntangled extends Error {}

  /** A possible change of a state. */
  class Option {
    constructor(program, number, thing, state) {
      const { phase, possible, series, isNamed, rank, sentences, settings } = program.change(number);
      Object.assign(this, { number, thing, phase, possible, series, isNamed, rank, sentences });
      this.settings = settings.map(({ entry, value, secondsBefore }) =>
        ({ entry, value: secondsBefore === undefined ? value : moment(seconds(state.date) - secondsBefore) }));
    }

    /** Whether a state can contain the change's values: none is a date outside the supported years. */
    get exists() { return this.settings.every(({ value }) => value !== null); }

    /** Whether the change sets an entry that `other` sets to a different value. */
    contradicts(other) {
      return this.settings.some(({ entry, value }) =>
        other.settings.some((another) => entry === another.entry && value !== another.value));
    }
  }

  /** A search for the plans of a feature in a state. */
  class Question {
    constructor(program, feature, state) {
      this.program = program;
      this.state = state;
      const base = this.planes = program.run(state);
      // The possible changes of each changeable fact, in declared order.
      this.things = program.plan(feature)
        .map((all, thing) => all.filter((one) => base[program.change(one).when])
          .map((one) => new Option(program, one, thing, state)).filter(({ exists }) => exists));
      const options = this.things.flat(), numbers = new Set(program.constraintsAbove(feature));
      const assumptions = program.data.assumptions.map(({ isBroken }) => isBroken).filter((isBroken) => !base[isBroken]);
      const opens = [...numbers].map((number) => program.open[number]).concat(assumptions);
      const planes = this.things.map((all) => this.planesOf(all));
      this.constraints = opens.map((open) => {
        const decides = this.decide([open]);
        return { open, things: planes.flatMap((all, thing) => all.some((plane) => decides[plane]) ? [thing] : []) };
      });
      const isNeeded = this.decide([...opens, ...options.map(({ possible }) => possible)]);
      this.steps = [];
      for (let at = program.data.always + 1; at < isNeeded.length; at++) if (isNeeded[at]) this.steps.push(at);
      this.possible = new Map();
      this.tried = this.taken = 0;
    }

    /** Returns the planes that the given changes can set or clear. */
    planesOf(options) {
      const { entries, data } = this.program, numbers = new Set(options.flatMap(({ settings }) => settings.map(({ entry }) => entry)));
      return [...numbers].map((number) => entries[number]).flatMap(({ section, id, planes }) => {
        const ages = data.ages.filter(({ attribute }) => section.key === "attributes" && attribute === id);
        return [...planes, ...ages.flatMap(({ plane, cuts }) => Array.from({ length: cuts.length + 1 }, (_, offset) => plane + offset))];
      });
    }

    /** Returns, for each plane, whether any of the given planes depends on it. */
    decide(planes) {
      const { left, right, data: { always } } = this.program, decides = new Uint8Array(this.planes.length);
      for (const plane of planes) decides[plane] = 1;
      for (let at = decides.length - 1; at > always; at--) {
        if (!decides[at]) continue;
        const step = at - always - 1;
        decides[left[step]] = decides[right[step]] = 1;
      }
      return decides;
    }

    /** Returns the planes of the state after the given changes. Throws if the budget is spent. */
    with(options) {
      this.tried++;
      this.taken += this.steps.length;
      if (this.tried > LIMITS.sets || this.taken > LIMITS.steps) throw new TooEntangled();
      this.program.fill(this.planes, applied(this.program, options, this.state), this.steps);
      return this.planes;
    }

    /** Returns the given changes that are possible. A system update comes first, because others can depend on it. */
    made(options) {
      if (!options.some(({ phase }) => phase === "afterSystem")) return options;
      const system = options.filter(({ phase }) => phase === "first"), key = system[0]?.number ?? -1;
      if (!this.possible.has(key)) this.possible.set(key, this.with(system).slice());
      const planes = this.possible.get(key);
      return options.filter(({ phase, possible }) => phase !== "afterSystem" || planes[possible]);
    }

    /** Returns the constraints that are not satisfied after the given changes. */
    open(options) {
      const planes = this.with(this.made(options));
      return this.constraints.filter(({ open }) => planes[open]);
    }

    /** Whether the given changes suffice together with at most `more` others, none of them of a fact in `kept`. */
    reach(options, kept, more) {
      const open = this.open(options);
      if (open.length === 0) return true;
      const taken = new Set([...kept, ...options.map(({ thing }) => thing)]);
      const ways = open.map(({ things }) => things.filter((one) => !taken.has(one) && this.things[one].length > 0));
      if (ways.some((things) => things.length === 0)) return false;
      const counted = new Set();
      const least = ways.filter((things) => {
        if (things.some((one) => counted.has(one))) return false;
        things.forEach((one) => counted.add(one));
        return true;
      }).length;
      if (least > more) {
        this.isCut = true;
        return false;
      }
      const fewest = ways.reduce((one, other) => other.length < one.length ? other : one);
      const left = new Set(kept);
      for (const thing of fewest) {
        if (this.ways(thing, options).some((one) => this.reach([...options, one], left, more - 1))) return true;
        left.add(thing);
      }
      return false;
    }

    /** Returns the changes of a fact that do not contradict the given changes. */
    ways(thing, options) { return this.things[thing].filter((one) => !options.some((other) => one.contradicts(other))); }

    /** Whether the set stops sufficing if any of its changes is replaced by an earlier change of the same series. */
    isNearest(options) {
      return options.every((option) => {
        if (option.series === "none" || option.isNamed) return true;
        const all = this.things[option.thing], nearer = all.slice(0, all.indexOf(option));
        return !nearer.some((one) => one.series === option.series && this.open(options.map((other) => other === option ? one : other)).length === 0);
      });
    }

    /** Returns up to `limit` of the smallest sufficient sets. */
    smallest(limit) {
      let size = 0;
      for (; !this.reach([], new Set(), size); size++) {
        if (!this.isCut) return [];
        this.isCut = false;
      }
      // The sets found, by the values that they set. A limit of a range and an age can give the same date.
      const found = new Map();
      const list = (thing, options, kept) => {
        if (found.size >= limit) return;
        if (options.length === size) {
          const values = JSON.stringify(options.map(({ settings }) => settings));
          if (!found.has(values) && this.isNearest(options)) found.set(values, options);
          return;
        }
        if (thing === this.things.length) return;
        const more = size - options.length;
        for (const one of this.ways(thing, options)) {
          const longer = [...options, one];
          if (this.reach(longer, kept, more - 1)) list(thing + 1, longer, kept);
        }
        const left = new Set([...kept, thing]);
        if (this.reach(options, left, more)) list(thing + 1, options, left);
      };
      list(0, [], new Set());
      return [...found.values()];
    }
  }

  /** Returns the state after the given changes. */
  const applied = (program, options, state) => options.flatMap(({ settings }) => settings)
    .reduce((state, { entry, value }) => program.entries[entry].with(state, value), state);

  /**
   * Returns up to `limit` of the smallest sets of changes that the user or the developer can make, each as
   * {steps: [text, …], state: the resulting state}. Returns undefined if the search exceeds its budget.
   */
  const find = (program, feature, state, limit) => {
    if (program.plan(feature) === null) return undefined;
    const evaluator = new Evaluator(program, state);
    try {
      return new Question(program, feature, state).smallest(limit).map((options) => ({
        steps: [...options].sort((one, other) => one.rank - other.rank).map(({ sentences }) => evaluator.say(sentences)),
        state: applied(program, options, state),
      }));
    } catch (error) {
      if (error instanceof TooEntangled) return undefined;
      throw error;
    }
  };

  return { find };
})();
