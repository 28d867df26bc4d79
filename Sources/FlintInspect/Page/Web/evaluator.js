"use strict";

/* The results for a state: the statuses of features and constraints, their explanations, and the next step. */
const Evaluator = (() => {
  const { NO, UNKNOWN, YES } = Flint;
  const TRUTHS = ["no", "unknown", "yes"];
  const { isObject, moment, seconds, statusUntil } = Values;

  const PERMISSION = /^the (unsupported )?(.+) permission$/;

  /** A choice with more elements is not described. */
  const LIMIT = 256;

  /**
   * Joins choices ({name, key} | {all: choices} | {any: choices}). Those that contain all parts of another one are left
   * out: “A and (A or B)” is A.
   */
  const combined = (kind, choices) => {
    const other = kind === "all" ? "any" : "all", flat = choices.flatMap((one) => one[kind] ?? [one]);
    const sets = flat.map((one) => new Set((one[other] ?? [one]).map((part) => part.key ?? JSON.stringify(part))));
    const isWithin = (one, all) => one.size <= all.size && [...one].every((part) => all.has(part));
    const kept = flat.filter((_, index) => !sets.some((one, at) =>
      isWithin(one, sets[index]) && (one.size < sets[index].size || at < index)));
    return kept.length === 1 ? kept[0] : { [kind]: kept };
  };

  const names = ({ name, all, any }) => name === undefined ? (all ?? any).flatMap(names) : [name];

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
      // Parents come before their children.
      this.truths = new Uint8Array(program.features.length);
      program.features.forEach(({ parent, constraints }, feature) => {
        this.truths[feature] = all(parent === undefined ? app : this.truths[parent], constraints);
      });
    }

    truth(constraint) {
      const { no, open } = this.program;
      return this.planes[no[constraint]] ? NO : this.planes[open[constraint]] ? UNKNOWN : YES;
    }

    status(feature) { return this.program.data.statuses[TRUTHS[this.truths[feature]]]; }

    /** The assumptions that the state breaks. A state that breaks any is impossible. */
    get broken() { return this.program.data.assumptions.filter(({ isBroken }) => this.planes[isBroken]); }

    isInactive({ number }) { return this.planes[this.program.constraint(number).inactive] === 1; }

    /** Returns a constraint's status: {name, words}, of which the words are shown to people. */
    standing(one) { return this.program.data.constraintStatuses[this.isInactive(one) ? "inactive" : TRUTHS[one.truth]]; }

    /** Returns a feature's own constraints, then its ancestors', then the app's, whose `feature` is null. */
    constraints(feature) {
      const all = [];
      for (let at = feature; at !== undefined; at = this.program.features[at].parent) {
        for (const number of this.program.features[at].constraints) all.push({ feature: at, number, truth: this.truth(number) });
      }
      for (const number of this.program.data.app) all.push({ feature: null, number, truth: this.truth(number) });
      return all;
    }

    /** Returns the constraints that are not satisfied, and the blockers: those that determine the feature's status. */
    open(feature) {
      const open = this.truths[feature] === YES ? [] : this.constraints(feature).filter((one) => one.truth !== YES);
      return { open, blockers: open.filter((one) => one.truth === this.truths[feature]) };
    }

    /** Returns the constraint's id, with a prefix if the declaring feature is not `seenFrom`. */
    name({ feature, number }, seenFrom) {
      const name = this.program.data.texts[this.program.constraint(number).name];
      return feature === seenFrom ? name : `${feature === null ? "" : this.program.features[feature].id}/${name}`;
    }

    /** Returns the constraint's title, with the declaring feature's name if that feature is not `seenFrom`. */
    title({ feature, number }, seenFrom) {
      const title = this.program.data.texts[this.program.constraint(number).title];
      if (feature === seenFrom) return title;
      return `${title} (inherited from ${feature === null ? "the app" : `“${this.program.features[feature].name}”`})`;
    }

    // MARK: Next step

    /** Returns the requests that a constraint makes if it is not satisfied. */
    demands({ number }) { return this.program.constraint(number).demands.filter(({ when }) => this.planes[when]); }

    /** For each shared request, the index of its first action, or -1 if it has none. Computed on first use. */
    get firsts() {
      if (this.known) return this.known;
      const { program, planes } = this, count = program.data.requests.order.length;
      this.known = new Int8Array(count).fill(-1);
      // A request comes after all requests that it refers to.
      for (let one = 0; one < count; one++) {
        this.known[one] = this.first(program.request(one).demands.filter(({ when }) => planes[when]));
      }
      return this.known;
    }

    /** Returns the index of a request's action, or -1 if it has none. */
    action(demand) {
      const { actions, data } = this.program;
      if (demand.action !== undefined) return actions.get(demand.action);
      if (demand.anyOf !== undefined) return this.first(demand.anyOf.flat().filter(({ when }) => this.planes[when]));
      const first = this.firsts[demand.request];
      return demand.isAwaited && first >= 0 ? actions.get(data.actions[first].awaited) : first;
    }

    /** Returns the index of the first action of the given requests, or -1 if there is none. */
    first(demands) {
      return demands.reduce((first, demand) => {
        const action = this.action(demand);
        return action >= 0 && (first < 0 || action < first) ? action : first;
      }, -1);
    }

    /** Returns the first blocker that requests the next step, or the first one if none does. */
    chief({ open, blockers }) {
      if (blockers.length === 1) return blockers[0];
      const first = this.first(open.flatMap((one) => this.demands(one)));
      return blockers.find((one) => this.demands(one).some((demand) => this.action(demand) === first)) ?? blockers[0];
    }

    /**
     * Returns the first action that the open constraints request, with its distinct subjects:
     * {action, subjects: [number, …], choice, isAboutPlatform}. Returns null if they request no action.
     */
    nextStep(open) {
      const demands = open.flatMap((one) => this.demands(one)), first = this.first(demands);
      if (first < 0) return null;
      const action = this.program.data.actions[first], subjects = new Map(), seen = new Set();
      let isAboutPlatform = true, hasChoice = false;
      const rest = [];
      const add = (demands, wanted) => { for (const one of [...demands].reverse()) rest.push([one, wanted]); };
      add(demands, first);
      while (rest.length > 0) {
        const [demand, wanted] = rest.pop(), { when, request, anyOf } = demand;
        if (!this.planes[when] || this.action(demand) !== wanted) continue;
        if (demand.action !== undefined) {
          subjects.set(this.subject(demand).key, demand);
          isAboutPlatform = isAboutPlatform && demand.isPlatform === true;
        } else if (anyOf !== undefined) {
          hasChoice = true;
          add(anyOf.flat(), wanted);
        } else if (!seen.has(request)) {
          seen.add(request);
          add(this.program.request(request).demands, this.firsts[request]);
        }
      }
      const all = [...subjects.values()];
      return {
        action, subjects: all.map(({ subject }) => subject), isAboutPlatform: isAboutPlatform && all.length === 1,
        choice: hasChoice && action.canChoose && this.choice(demands, first, { count: LIMIT })
          || combined("all", all.map((one) => this.subject(one))),
      };
    }

    /** Subjects of different kinds, such as a feature and its rollout bucket, can have the same name. */
    subject({ kind, subject, phrases }) {
      return { name: this.phrases(phrases), key: `${kind} ${subject} ${JSON.stringify(phrases)}` };
    }

    /** Returns how the subjects of an action combine, or null if there are more than `rest.count`. */
    choice(demands, wanted, rest) {
      const choices = [];
      for (const demand of demands) {
        if (!this.planes[demand.when] || this.action(demand) !== wanted) continue;
        if (--rest.count < 0) return null;
        const { request, anyOf } = demand;
        choices.push(demand.action !== undefined ? this.subject(demand)
          : anyOf === undefined ? this.choice(this.program.request(request).demands, this.firsts[request], rest)
          : combined("any", anyOf.map((one) => this.choice(one, wanted, rest)).filter((one) => one?.all?.length !== 0)));
      }
      return rest.count < 0 ? null : combined("all", choices);
    }

    // MARK: Sentences

    slot(slot) {
      if (typeof slot === "string") return slot;
      const entry = this.program.entries[slot.entry], value = entry.given(this.state);
      if (value === undefined) return this.slot(slot.absent);
      if (value === null) return slot.unknown;
      if (slot.secondsAfter !== undefined) {
        const end = moment(seconds(value) + slot.secondsAfter);
        return end === null ? slot.unknown : slot.before + end;
      }
      if (slot.values === undefined) return value === entry.domain.top ? slot.top : slot.before + value + slot.after;
      const known = isObject(value) ? statusUntil(value, this.state) : value;
      return isObject(value) && known === "expired" ? slot.lapsed + value.until : this.slot(slot.values[known]);
    }

    /** Returns the text of the first sentence whose plane is true. */
    say(sentences) { return this.phrases(sentences.find(({ when }) => this.planes[when]).phrases); }

    phrases(phrases) { return phrases.map((one) => this.phrase(one)).join(""); }

    phrase(phrase) {
      const { slots, data: { texts, list } } = this.program, holds = ({ when }) => this.planes[when];
      if (phrase.text !== undefined) return texts[phrase.text];
      if (phrase.slot !== undefined) return this.slot(slots.get(phrase.slot));
      if (phrase.nameOf !== undefined) return this.program.features[phrase.nameOf].name;
      if (phrase.first !== undefined) return this.say(phrase.first);
      if (phrase.count !== undefined) {
        const number = phrase.count.filter((plane) => this.planes[plane]).length;
        return number + texts[number === 1 ? phrase.one : phrase.several];
      }
      if (phrase.all !== undefined) {
        return phrase.all.filter(holds).map(({ sentences }) => this.say(sentences)).join(list.conjunction);
      }
      const all = phrase.operands.filter(holds), more = all.length - list.few;
      const shown = all.slice(0, list.few)
        .map(({ phrases }, index) => (all.length > 1 ? `(${index + 1}) ` : "") + this.phrases(phrases)).join(list.separator);
      return all.length === 0 ? "" : list.opening + shown + (more > 0 ? list.before + more + list.after : "");
    }

    sentence({ number }) {
      const { sentences, openGuard } = this.program.constraint(number);
      return this.say(sentences) + (this.planes[openGuard] ? this.phrases(this.program.data.openGuard) : "");
    }

    /** Summarizes in a sentence why a feature is not available; the blocker that the next step removes comes first. */
    headline(feature) {
      const found = this.open(feature), { blockers } = found;
      if (blockers.length === 0) return "";
      const chief = this.chief(found);
      const whose = chief.feature === feature ? ""
        : `inherited from ${chief.feature === null ? "the app" : `“${this.program.features[chief.feature].name}”`}: `;
      const others = blockers.length - 1;
      return whose + this.sentence(chief) + (others > 0 ? ` (and ${others} more ${others === 1 ? "blocker" : "blockers"})` : "");
    }

    nextSentence({ action, choice, isAboutPlatform }) {
      const { conjunctions } = this.program.data, { phrase, phraseOnPlatform, hasSubjects } = action;
      const beginning = isAboutPlatform && phraseOnPlatform !== undefined ? phraseOnPlatform : phrase;
      const opening = beginning.map((piece) => this.slot(piece)).join("");
      if (!hasSubjects) return opening;
      const all = names(choice).map((name) => PERMISSION.exec(name));
      const arePermissions = all.length > 1 && !all.includes(null);
      const text = ({ name, all, any }, isNested) => {
        if (name !== undefined) return arePermissions ? PERMISSION.exec(name)[2] : name;
        const parts = (all ?? any).map((one) => text(one, true)), last = parts.pop();
        const list = parts.length === 0 ? last : parts.join(", ") + (all ? conjunctions.all : conjunctions.one) + last;
        return isNested ? `(${list})` : list;
      };
      const list = text(choice, false);
      return opening + (arePermissions ? `the ${all[0][1] ?? ""}${list} permission${choice.any ? "" : "s"}` : list);
    }
  }

  return Evaluator;
})();
