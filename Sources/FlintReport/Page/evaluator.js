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
      program.features.forEach(({ parent, constraints }, feature) => {
        this.truths[feature] = all(parent === undefined ? app : this.truths[parent], constraints);
      });
    }

    truth(constraint) {
      const { no, open } = this.program;
      return this.planes[no[constraint]] ? NO : this.planes[open[constraint]] ? UNKNOWN : YES;
    }

    status(feature) { return this.program.data.statuses[this.truths[feature]]; }

    /** The assumptions that are false; the state is impossible where there are any. */
    get broken() { return this.program.data.assumptions.filter(({ isBroken }) => this.planes[isBroken]); }

    isInactive({ number }) { return this.planes[this.program.constraint(number).inactive] === 1; }

    /** A constraint's status; the number of its name. */
    statusNumber(one) { return this.isInactive(one) ? YES + 1 : one.truth; }

    /** A constraint's status by name. */
    standing(one) { return this.program.data.constraintStatuses[this.statusNumber(one)]; }

    /** A constraint's status as people say it. */
    standingWord(one) { return this.program.data.constraintWords[this.statusNumber(one)]; }

    /** Everything that is declared, the feature's own first, the app's last, whose `feature` is null. */
    constraints(feature) {
      const all = [];
      for (let at = feature; at !== undefined; at = this.program.features[at].parent) {
        for (const number of this.program.features[at].constraints) all.push({ feature: at, number, truth: this.truth(number) });
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
      const name = this.program.data.texts[this.program.constraint(number).name];
      return feature === seenFrom ? name : `${feature === null ? "" : this.program.features[feature].id}/${name}`;
    }

    /** What people call the constraint, with the feature that declares it where that is not `seenFrom`. */
    title({ feature, number }, seenFrom) {
      const title = this.program.data.texts[this.program.constraint(number).title];
      if (feature === seenFrom) return title;
      return `${title} (inherited from ${feature === null ? "the app" : `“${this.program.features[feature].name}”`})`;
    }

    // What is asked for

    /** What a constraint asks for where it is open. */
    demands({ number }) { return this.program.constraint(number).demands.filter(({ when }) => this.planes[when]); }

    /** For each of the requests of others the action that it makes first; -1 where it makes none. */
    get firsts() {
      if (this.known) return this.known;
      const { program: { requestCount, request }, planes } = this;
      this.known = new Int8Array(requestCount).fill(-1);
      // Each stands behind all that it leads to.
      for (let one = 0; one < requestCount; one++) {
        this.known[one] = this.first(request(one).demands.filter(({ when }) => planes[when]));
      }
      return this.known;
    }

    /** The action of a demand. */
    action(demand) {
      if (demand.action !== undefined) return demand.action;
      const first = this.firsts[demand.request];
      return demand.isAwaited && first >= 0 ? this.program.data.actions[first].awaited : first;
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
     * {action, subjects: [[number, phrases], …]}; null where there is none.
     */
    nextStep(open) {
      const demands = open.flatMap((one) => this.demands(one)), action = this.first(demands);
      if (action < 0) return null;
      const subjects = new Map(), seen = new Set();
      const rest = [];
      const add = (demands, wanted) => { for (const one of demands.reverse()) rest.push([one, wanted]); };
      add(demands, action);
      while (rest.length > 0) {
        const [demand, wanted] = rest.pop(), { when, request, subject, phrases } = demand;
        if (!this.planes[when] || this.action(demand) !== wanted) continue;
        if (demand.action !== undefined) {
          if (!subjects.has(subject)) subjects.set(subject, phrases);
        } else if (!seen.has(request)) {
          seen.add(request);
          add([...this.program.request(request).demands], this.firsts[request]);
        }
      }
      return { action, subjects: [...subjects] };
    }

    // Sentences

    slot(slot) {
      if (typeof slot === "string") return slot;
      const entry = this.program.entries[slot.entry], value = entry.given(this.state);
      if (value === undefined) return this.slot(slot.absent);
      const [domain] = entry.domains;
      if (domain.values) {
        const known = isObject(value) ? statusUntil(value.until, this.state) : value;
        if (isObject(value) && known === "expired") return slot.lapsed + value.until;
        return this.slot(slot.values[domain.values.indexOf(known)]);
      }
      return value === null ? slot.unknown : value === domain.top ? slot.top : slot.before + value + slot.after;
    }

    /** The first of some sentences whose plane holds. */
    say(sentences) { return this.phrases(sentences.find(({ when }) => this.planes[when]).phrases); }

    phrases(phrases) { return phrases.map((one) => this.phrase(one)).join(""); }

    phrase(phrase) {
      const { texts, slots, list } = this.program.data, holds = ({ when }) => this.planes[when];
      if (phrase.text !== undefined) return texts[phrase.text];
      if (phrase.slot !== undefined) return this.slot(slots[phrase.slot]);
      if (phrase.featureName !== undefined) return this.program.names[phrase.featureName];
      if (phrase.first !== undefined) return this.say(phrase.first);
      if (phrase.secondsBefore !== undefined) return moment(seconds(this.state.date) - phrase.secondsBefore);
      if (phrase.count !== undefined) {
        const number = phrase.count.filter((plane) => this.planes[plane]).length;
        return number + texts[number === 1 ? phrase.one : phrase.several];
      }
      if (phrase.all !== undefined) {
        return phrase.all.filter(holds).map(({ sentences }) => this.say(sentences)).join(list.conjunction);
      }
      const all = phrase.list.filter(holds), more = all.length - list.few;
      const shown = all.slice(0, list.few).map(({ text }) => texts[text]).join(list.separator);
      return all.length === 0 ? "" : list.opening + shown + (more > 0 ? list.before + more + list.after : "");
    }

    sentence({ number }) {
      const { sentences, openGuard } = this.program.constraint(number);
      return this.say(sentences) + (this.planes[openGuard] ? this.phrases(this.program.data.openGuard) : "");
    }

    /** What stands in a feature's way, in a sentence: first what the next step is about. */
    headline(feature) {
      const found = this.open(feature), { blockers } = found;
      if (blockers.length === 0) return "";
      const chief = this.chief(found);
      const whose = chief.feature === feature ? ""
        : chief.feature === null ? "the app: " : `“${this.program.features[chief.feature].name}”: `;
      return whose + this.sentence(chief) + (blockers.length > 1 ? ` (and ${blockers.length - 1} more)` : "");
    }

    nextSentence({ action, subjects }) {
      const { phrase, hasSubjects } = this.program.data.actions[action];
      return phrase.map((piece) => this.slot(piece)).join("")
        + (hasSubjects ? subjects.map(([, phrases]) => this.phrases(phrases)).join(", ") : "");
    }
  }

  return Evaluator;
})();
