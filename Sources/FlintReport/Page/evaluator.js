"use strict";

/* What the program says of a state: how features and constraints stand, why, and what to do next. */
const Evaluator = (() => {
  const { NO, UNKNOWN, YES } = Flint;
  const { isObject, moment, seconds, statusUntil } = Values;

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

    /** The assumptions that are false, each [id, name, plane]; the state is impossible where there are any. */
    get broken() { return this.program.data.assumptions.filter(([, , isBroken]) => this.planes[isBroken]); }

    isInactive({ number }) { return this.planes[this.program.constraint(number)[2]] === 1; }

    /** How a constraint stands, by name. */
    standing(one) { return this.program.data.constraintStatuses[this.isInactive(one) ? YES + 1 : one.truth]; }

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

    /** The constraint's id, behind its feature's where that is not `seenFrom`. */
    name({ feature, number }, seenFrom) {
      const name = this.program.data.texts[this.program.constraint(number)[4]];
      return feature === seenFrom ? name : `${feature === null ? "" : this.program.features[feature][0]}/${name}`;
    }

    // What is asked for

    /** What a constraint asks for where it is open. */
    demands({ number }) { return this.program.constraint(number)[6].filter(([when]) => this.planes[when]); }

    /** For each of the requests of others the action that it makes first; -1 where it makes none. */
    get firsts() {
      if (this.known) return this.known;
      const { program: { requestCount, request }, planes } = this;
      this.known = new Int8Array(requestCount).fill(-1);
      // Each stands behind all that it leads to.
      for (let one = 0; one < requestCount; one++) {
        this.known[one] = this.first(request(one)[0].filter(([when]) => planes[when]));
      }
      return this.known;
    }

    /** The action of a demand. */
    action(demand) {
      const [, one, isAwaited] = demand;
      if (demand.length === 4) return one;
      const first = this.firsts[one];
      return isAwaited && first >= 0 ? this.program.data.awaited[first] : first;
    }

    /** The first action of some demands; -1 where there is none. */
    first(demands) {
      return demands.reduce((first, demand) => {
        const action = this.action(demand);
        return action >= 0 && (first < 0 || action < first) ? action : first;
      }, -1);
    }

    /** The first blocker that the next step is about. */
    chief({ open, blockers }) {
      if (blockers.length === 1) return blockers[0];
      const first = this.first(open.flatMap((one) => this.demands(one)));
      return blockers.find((one) => this.demands(one).some((demand) => this.action(demand) === first)) ?? blockers[0];
    }

    /**
     * The first action that open constraints ask for, and all that ask for it, each once:
     * {action, subjects: [[number, name], …]}; null where there is none.
     */
    nextStep(open) {
      const demands = open.flatMap((one) => this.demands(one)), action = this.first(demands);
      if (action < 0) return null;
      const subjects = new Map(), seen = new Set();
      const rest = [];
      const add = (demands, wanted) => { for (const one of demands.reverse()) rest.push([one, wanted]); };
      add(demands, action);
      while (rest.length > 0) {
        const [demand, wanted] = rest.pop(), [when, one, subject, name] = demand;
        if (!this.planes[when] || this.action(demand) !== wanted) continue;
        if (demand.length === 4) {
          if (!subjects.has(subject)) subjects.set(subject, name);
        } else if (!seen.has(one)) {
          seen.add(one);
          add([...this.program.request(one)[0]], this.firsts[one]);
        }
      }
      return { action, subjects: [...subjects] };
    }

    // Sentences

    slot(slot) {
      if (typeof slot === "string") return slot;
      const [number, absent, texts] = slot, entry = this.program.entries[number], value = entry.given(this.state);
      if (value === undefined) return this.slot(absent);
      const [domain] = entry.domains;
      if (domain.values) {
        const known = isObject(value) ? statusUntil(value.until, this.state) : value;
        if (isObject(value) && known === "expired") return texts.at(-1) + value.until;
        return this.slot(texts[domain.values.indexOf(known)]);
      }
      const [top, before, behind, unknown] = texts;
      return value === null ? unknown : value === domain.top ? top : before + value + behind;
    }

    /** The first of some sentences whose plane holds. */
    say(sentences) { return this.phrases(sentences.find(([when]) => this.planes[when])[1]); }

    phrases(phrases) { return phrases.map((one) => this.phrase(one)).join(""); }

    phrase(phrase) {
      const { texts, slots, list: [few, [opening, separator, before, behind, conjunction]] } = this.program.data;
      if (typeof phrase === "number") {
        const found = [texts, slots, this.program.names][phrase % 3][Math.floor(phrase / 3)];
        return phrase % 3 === 1 ? this.slot(found) : found;
      }
      const [kind, ...rest] = phrase;
      if (kind === 4) return moment(seconds(this.state.date) - rest[0]);
      if (kind === 3) return this.say(rest[0]);
      if (kind === 0) {
        const [one, several, ...planes] = rest, number = planes.filter((plane) => this.planes[plane]).length;
        return number + texts[number === 1 ? one : several];
      }
      const told = rest.filter((_, index) => index % 2 === 1 && this.planes[rest[index - 1]]);
      if (kind === 2) return told.map((sentences) => this.say(sentences)).join(conjunction);
      const all = told.slice(0, few).map((one) => texts[one]).join(separator);
      return told.length === 0 ? "" : opening + all + (told.length > few ? before + (told.length - few) + behind : "");
    }

    sentence({ number }) {
      const [, , , openGuard, , sentences] = this.program.constraint(number);
      return this.say(sentences) + (this.planes[openGuard] ? this.phrases(this.program.data.openGuard) : "");
    }

    /** What stands in a feature's way, in a sentence: first what the next step is about. */
    headline(feature) {
      const found = this.open(feature), { blockers } = found;
      if (blockers.length === 0) return "";
      const chief = this.chief(found);
      const whose = chief.feature === feature ? ""
        : chief.feature === null ? "the app: " : `“${this.program.features[chief.feature][1]}”: `;
      return whose + this.sentence(chief) + (blockers.length > 1 ? ` (and ${blockers.length - 1} more)` : "");
    }

    nextSentence({ action, subjects }) {
      const { actions } = this.program.data, pieces = actions[action].slice(), hasSubjects = pieces.pop();
      return pieces.map((piece) => this.slot(piece)).join("")
        + (hasSubjects ? subjects.map(([, name]) => this.phrases(name)).join(", ") : "");
    }
  }

  return Evaluator;
})();
