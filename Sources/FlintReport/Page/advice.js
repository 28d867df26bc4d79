"use strict";

/*
 * What would make a feature available from a state: of the smallest sets of changes that do, the one that `plan` lists first.
 * Which changes there are, and where they are possible, the program says.
 *
 * The search looks at the constraints that are open. Whatever set of changes is enough has one more for each of them, so
 * sets grow by what can close an open constraint, and those grow no further whose open constraints take too many.
 */
const Advice = (() => {
  /** So many sets are tried. */
  const LIMIT = 20000;

  class TooEntangled extends Error {}

  /** A feature in a state, to be asked what changes make of it. */
  class Question {
    constructor(program, feature, state) {
      this.program = program;
      this.base = program.run(state);
      this.planes = this.base.slice();
      this.platform = program.platform.domains[0].index(program.platform.read(state));
      this.possible = new Map();
      this.tried = 0;
      const numbers = new Set(program.lineage(feature).flatMap((at) => program.features[at][4]));
      // For each thing that can change, in declared order, its changes; for each constraint the things that can close it.
      this.changes = new Map();
      this.constraints = [...numbers].map((number) => {
        const [, , , , , , , ranges, implied] = program.constraint(number), things = new Set();
        for (let index = 0; index < ranges.length; index += 2) {
          const first = ranges[index], [thing] = program.change(first);
          if (!this.changes.has(thing)) this.changes.set(thing, new Set());
          for (let one = first; one < first + ranges[index + 1]; one++) {
            const [, waits, , when] = program.change(one);
            things.add(thing);
            if (waits || this.base[when]) this.changes.get(thing).add(one);
          }
        }
        for (const one of implied) things.add(program.change(one)[0]);
        return { open: program.open[number], things: [...things] };
      });
      for (const one of this.constraints) one.things = one.things.filter((thing) => this.changes.has(thing));
      for (const [thing, all] of this.changes) this.changes.set(thing, [...all].sort((one, other) => one - other));
      const waiting = [...this.changes.values()].flat().map(program.change).filter(([, waits]) => waits);
      this.steps = this.cone([...this.constraints.map(({ open }) => open), ...waiting.map(([, , , when]) => when)]);
    }

    /** The steps on which some planes depend, by their planes. */
    cone(planes) {
      const { steps, data } = this.program, isNeeded = new Uint8Array(this.base.length), found = [];
      for (const plane of planes) isNeeded[plane] = 1;
      for (let at = isNeeded.length - 1; at > data.always; at--) {
        if (!isNeeded[at]) continue;
        found.push(at);
        const step = 3 * (at - data.always - 1);
        isNeeded[steps[step + 1]] = isNeeded[steps[step + 2]] = 1;
      }
      return found.reverse();
    }

    /** Calls `look` with the planes as some changes make them. */
    with(changes, look) {
      const touched = [];
      for (const [entry, value] of changes.flatMap((one) => this.program.change(one)[5])) {
        const { planes, domains } = this.program.entries[entry];
        const at = planes.length > 1 ? this.platform : 0, first = planes[at], end = first + domains[at].count;
        this.planes.fill(0, first, end);
        this.planes[first + domains[at].index(value)] = 1;
        touched.push([first, end]);
      }
      this.program.take(this.planes, this.steps);
      const answer = look(this.planes);
      for (const [first, end] of touched) this.planes.set(this.base.subarray(first, end), first);
      return answer;
    }

    /** The constraints that some changes leave open. The system changes first: it says what else can be done. */
    open(changes) {
      if (++this.tried > LIMIT) throw new TooEntangled();
      const system = changes.filter((one) => this.program.change(one)[0] === 0), key = system[0] ?? -1;
      const waiting = changes.filter((one) => this.program.change(one)[1]);
      if (waiting.length > 0 && !this.possible.has(key)) {
        this.possible.set(key, this.with(system, (planes) => planes.slice()));
      }
      const possible = changes.filter((one) => {
        const [, waits, , when] = this.program.change(one);
        return !waits || this.possible.get(key)[when];
      });
      return this.with(possible, (planes) => this.constraints.filter(({ open }) => planes[open]));
    }

    /** Whether some changes are enough with `more` others, none of things that are `kept`. */
    reach(changes, kept, more) {
      const open = this.open(changes);
      if (open.length === 0) return true;
      const taken = new Set([...kept, ...changes.map((one) => this.program.change(one)[0])]);
      const ways = open.map(({ things }) => things.filter((one) => !taken.has(one) && this.changes.get(one).length > 0));
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
        if (this.changes.get(thing).some((one) => this.reach([...changes, one], left, more - 1))) return true;
        left.add(thing);
      }
      return false;
    }

    /** The first of the smallest sets; null where there is none. */
    first() {
      let size = 0;
      for (; !this.reach([], new Set(), size); size++) {
        if (!this.isCut) return null;
        this.isCut = false;
      }
      let found = [];
      const kept = new Set();
      for (const [thing, all] of this.changes) {
        if (found.length === size) break;
        const change = all.find((one) => this.reach([...found, one], kept, size - found.length - 1));
        if (change === undefined) kept.add(thing);
        else found = [...found, change];
      }
      return found;
    }
  }

  /**
   * Changes { label, apply(state) }; null where none that the user or the developer can make are enough, undefined where that
   * cannot be told with a fair amount of work.
   */
  const find = (program, feature, state) => {
    try {
      const evaluator = new Flint.Evaluator(program, state);
      return new Question(program, feature, state).first()?.map(program.change)
        .sort(([, , one], [, , other]) => one - other)
        .map(([, , , , labels, settings]) => ({
          label: evaluator.first(labels),
          apply: (state) => settings.reduce((state, [entry, value]) => program.entries[entry].with(state, value), state),
        })) ?? null;
    } catch (error) {
      if (error instanceof TooEntangled) return undefined;
      throw error;
    }
  };

  return { find };
})();
