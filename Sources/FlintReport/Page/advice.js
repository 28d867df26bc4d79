"use strict";

/*
 * What would make a feature available from a state: the smallest sets of changes, in the order in which `plan` lists them.
 * Which changes there are, and where they are possible, the program says.
 *
 * No change may break a further assumption: one that holds at first is a constraint like the feature's own.
 *
 * The search looks at the constraints that are open. Whatever set of changes is enough changes something that decides each of
 * them, so sets grow by what can close an open constraint, and those grow no further whose open constraints take too many.
 */
const Advice = (() => {
  const { moment, seconds } = Values;

  /** So many sets are tried, and so many steps of the program taken. */
  const LIMITS = { sets: 20000, steps: 40e6 };

  class TooEntangled extends Error {}

  /** A change in a state. */
  class Option {
    constructor(program, number, thing, state) {
      const { turn, possible, ladder, isNamed, rank, sentences, settings } = program.change(number);
      Object.assign(this, { number, thing, turn, possible, ladder, isNamed, rank, sentences });
      this.settings = settings.map(({ entry, value, secondsBefore }) =>
        ({ entry, value: secondsBefore === undefined ? value : moment(seconds(state.date) - secondsBefore) }));
    }

    /** Whether its values are ones that states have: no date is beyond the years. */
    get exists() { return this.settings.every(({ value }) => value !== null); }

    /** Whether both cannot be made. */
    contradicts(other) {
      return this.settings.some(({ entry, value }) =>
        other.settings.some((another) => entry === another.entry && value !== another.value));
    }
  }

  /** A feature in a state, to be asked what changes make of it. */
  class Question {
    constructor(program, feature, state) {
      this.program = program;
      this.state = state;
      const base = this.planes = program.run(state);
      // For each thing that can be changed, in declared order, its changes.
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

    /** The planes that some changes may set. */
    planesOf(options) {
      const { entries, data } = this.program, planes = [];
      const add = (first, count) => { for (let at = first; first >= 0 && at < first + count; at++) planes.push(at); };
      for (const number of new Set(options.flatMap(({ settings }) => settings.map(({ entry }) => entry)))) {
        const entry = entries[number];
        entry.planes.forEach((first, index) => add(first, entry.domains[index].count));
        for (const { entry, plane, cuts } of data.ages) if (entry === number) add(plane, cuts.length + 1);
      }
      return planes;
    }

    /** Which planes decide some others. */
    decide(planes) {
      const { steps, data: { always } } = this.program, decides = new Uint8Array(this.planes.length);
      for (const plane of planes) decides[plane] = 1;
      for (let at = decides.length - 1; at > always; at--) {
        if (!decides[at]) continue;
        const step = 3 * (at - always - 1);
        decides[steps[step + 1]] = decides[steps[step + 2]] = 1;
      }
      return decides;
    }

    /** The planes as some changes make them. */
    with(options) {
      this.tried++;
      this.taken += this.steps.length;
      if (this.tried > LIMITS.sets || this.taken > LIMITS.steps) throw new TooEntangled();
      this.program.fill(this.planes, applied(this.program, options, this.state), this.steps);
      return this.planes;
    }

    /** Those of some changes that are possible. A change of the system comes first, for it decides what else can be done. */
    made(options) {
      if (!options.some(({ turn }) => turn === "afterSystem")) return options;
      const system = options.filter(({ turn }) => turn === "first"), key = system[0]?.number ?? -1;
      if (!this.possible.has(key)) this.possible.set(key, this.with(system).slice());
      const planes = this.possible.get(key);
      return options.filter(({ turn, possible }) => turn !== "afterSystem" || planes[possible]);
    }

    /** The constraints that some changes leave open. */
    open(options) {
      const planes = this.with(this.made(options));
      return this.constraints.filter(({ open }) => planes[open]);
    }

    /** Whether some changes are enough with `more` others, none of things that are `kept`. */
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

    /** The changes of a thing that can be made beside others. */
    ways(thing, options) { return this.things[thing].filter((one) => !options.some((other) => one.contradicts(other))); }

    /** Whether no change of a set stands for an earlier one of its ladder that would be enough in its place. */
    isNearest(options) {
      return options.every((option) => {
        if (option.ladder === "none" || option.isNamed) return true;
        const all = this.things[option.thing], nearer = all.slice(0, all.indexOf(option));
        return !nearer.some((one) => one.ladder === option.ladder && this.open(options.map((other) => other === option ? one : other)).length === 0);
      });
    }

    /** The smallest sets, so many of them; none where there is none. */
    smallest(limit) {
      let size = 0;
      for (; !this.reach([], new Set(), size); size++) {
        if (!this.isCut) return [];
        this.isCut = false;
      }
      const found = [];
      const list = (thing, options, kept) => {
        if (found.length >= limit) return;
        if (options.length === size) {
          if (this.isNearest(options)) found.push(options);
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
      return found;
    }
  }

  /** A state with some changes made. */
  const applied = (program, options, state) => options.flatMap(({ settings }) => settings)
    .reduce((state, { entry, value }) => program.entries[entry].with(state, value), state);

  /**
   * The smallest sets of changes that the user or the developer can make, up to `limit` of them, each {steps: [text, …], state}
   * with what comes of it; undefined where they cannot be told with a fair amount of work.
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
