"use strict";

/*
 * The page's evaluator: the manifest as a compact program, and what it says of a state. It decides nothing by itself; a
 * test holds every status, blocker and next step to those of the library's evaluator.
 *
 * program.features[i] = [id, name, description, parent, isEnabled, constraints, blocks]
 *   constraint: ["p", platform, low, high]   versions within; null: no limit; one of 0 alone: unsupported; nothing: any
 *               ["v", low, high]             app version
 *               ["r"]                        runtime flag
 *               ["t", default]               toggle
 *               ["m", permission]
 *               ["b", expression]            product index | ["x", product, "quantity"] | ["|", …] | ["&", …]
 *               ["a", attribute, true | false | [value index, …]]
 *   block:      [[platforms: [[platform, low, high], …], low, high, attributes: [[attribute, accepted], …]], constraints]
 */
const Flint = (() => {
  const NO = 0, UNKNOWN = 1, YES = 2;
  const STATUSES = ["unavailable", "undetermined", "available"];
  const ACTIONS = [
    "explainUnsupported", "explainRestricted", "upgradeOS", "upgradeApp", "notEnabled",
    "waitForStatus", "spendCredits", "offerPurchase", "waitForPurchaseStatus", "enableToggle",
    "changeAttribute", "openSettings", "requestPermission",
  ];
  const PERMISSION_TRUTH = {
    authorized: YES, notDetermined: UNKNOWN, denied: NO, restricted: NO, unsupported: NO,
  };
  const PURCHASE_TRUTH = { purchased: YES, notPurchased: NO, unknown: UNKNOWN };

  // Versions: three numbers, or null for the latest.

  const version = (written) => {
    if (written === "latest") return null;
    const parts = String(written).split(".").map(Number);
    return [parts[0], parts[1] || 0, parts[2] || 0];
  };

  const isVersion = (text) =>
    text === "latest" ||
    (/^(0|[1-9]\d*)(\.(0|[1-9]\d*)){0,2}$/.test(text) &&
      text.split(".").every((part) => Number(part) <= 2147483647));

  const isAtLeast = (installed, limit) => {
    if (installed === null) return true;
    const wanted = version(limit);
    for (let i = 0; i < 3; i++) {
      if (installed[i] !== wanted[i]) return installed[i] > wanted[i];
    }
    return true;
  };

  /** -1 below the range, 0 within, 1 above. */
  const position = (installed, low, high) => {
    if (low != null && !isAtLeast(installed, low)) return -1;
    if (high != null && isAtLeast(installed, high)) return 1;
    return 0;
  };

  const section = (state, name) => new Map(Object.entries(state[name] ?? {}));

  /** A state as the contract writes it, with every default applied. */
  class ResolvedState {
    constructor(program, state) {
      this.program = program;
      this.given = state;
      this.platform = program.platforms.indexOf(state.platform ?? "iOS");
      this.osText = String(state.osVersion ?? "latest");
      this.os = version(this.osText);
      this.appText = String(state.appVersion ?? program.app.version ?? "latest");
      this.app = version(this.appText);
      this.permissions = section(state, "permissions");
      this.purchases = section(state, "purchases");
      this.toggles = section(state, "toggles");
      this.flags = section(state, "runtime");
      this.attributes = section(state, "attributes");
      this.unlocked = new Set(state.unlocked ?? []);
      this.defaults = { permission: "notDetermined", purchase: "notPurchased", ...state.defaults };
    }

    firstVersion(permission) {
      return this.program.permissions[permission][2][this.platform];
    }

    permission(index) {
      const name = this.program.permissions[index][0];
      if (this.permissions.has(name)) return this.permissions.get(name);
      if (name === "location.whenInUse" && this.permissions.get("location.always") === "authorized") {
        return "authorized";
      }
      const first = this.firstVersion(index);
      if (first == null || !isAtLeast(this.os, first)) return "unsupported";
      return this.defaults.permission;
    }

    /** A status, or the credits held as a BigInt. */
    holding(index) {
      const [id, , type] = this.program.products[index];
      const isConsumable = type === "consumable";
      if (this.purchases.has(id)) {
        const given = this.purchases.get(id);
        return isConsumable ? BigInt(given) : given;
      }
      return isConsumable ? 0n : this.defaults.purchase;
    }

    toggle(feature, byDefault) {
      return this.toggles.get(this.program.features[feature][0]) ?? byDefault;
    }

    flag(feature) {
      const [id, , , , isEnabled] = this.program.features[feature];
      const value = this.flags.has(id) ? this.flags.get(id) : isEnabled ?? true;
      return value === null ? UNKNOWN : value ? YES : NO;
    }

    /** A boolean, the index of a choice, or null for unknown. */
    attribute(index) {
      const [id, , , values, byDefault] = this.program.attributes[index];
      if (!this.attributes.has(id)) return byDefault;
      const given = this.attributes.get(id);
      return given === null || values === null ? given : values.indexOf(given);
    }
  }

  class Evaluator {
    constructor(program, state) {
      this.program = program;
      this.state = new ResolvedState(program, state);
      this.own = program.features.map((_, index) => this.judge(index));
    }

    // One constraint

    expression(expression) {
      if (typeof expression === "number") return PURCHASE_TRUTH[this.state.holding(expression)];
      switch (expression[0]) {
        case "x": return NO;
        case "|": return expression.slice(1).reduce((truth, one) => Math.max(truth, this.expression(one)), NO);
        default: return expression.slice(1).reduce((truth, one) => Math.min(truth, this.expression(one)), YES);
      }
    }

    requirement([attribute, accepted]) {
      const value = this.state.attribute(attribute);
      if (value === null) return UNKNOWN;
      return (Array.isArray(accepted) ? accepted.includes(value) : accepted === value) ? YES : NO;
    }

    guard([platforms, low, high, attributes]) {
      const listed = platforms.length === 0 || platforms.some(([platform, low, high]) =>
        platform === this.state.platform && position(this.state.os, low, high) === 0);
      if (!listed || position(this.state.app, low, high) !== 0) return NO;
      return attributes.reduce((truth, one) => Math.min(truth, this.requirement(one)), YES);
    }

    truth(constraint, feature) {
      const state = this.state;
      const [kind, subject, low, high] = constraint;
      switch (kind) {
        case "p": return low === 0 ? NO : position(state.os, low, high) === 0 ? YES : NO;
        case "v": return position(state.app, subject, low) === 0 ? YES : NO;
        case "r": return state.flag(feature);
        case "t": return state.toggle(feature, subject) ? YES : NO;
        case "m": return PERMISSION_TRUTH[state.permission(subject)];
        case "b":
          return state.unlocked.has(this.program.features[feature][0]) ? YES : this.expression(subject);
        default: return this.requirement([subject, low]);
      }
    }

    /** `status` is null where the constraint takes no part. */
    judgeConstraint(constraint, feature, block, guard) {
      const inactive = guard === NO || (constraint[0] === "p" && constraint[1] !== this.state.platform);
      let status = inactive ? null : this.truth(constraint, feature);
      if (guard === UNKNOWN && status === NO) status = UNKNOWN;
      return { constraint, feature, block, status, open: guard === UNKNOWN && status === UNKNOWN };
    }

    // One feature

    judge(feature) {
      const [, , , , , constraints, blocks] = this.program.features[feature];
      const judged = constraints.map((one) => this.judgeConstraint(one, feature, null, YES));
      blocks.forEach(([guard, constraints], block) => {
        const truth = this.guard(guard);
        for (const one of constraints) judged.push(this.judgeConstraint(one, feature, block, truth));
      });
      const truth = judged.reduce((truth, { status }) => Math.min(truth, status ?? YES), YES);
      return { truth, judged };
    }

    /** The feature, then its ancestors from the nearest. */
    lineage(feature) {
      const line = [];
      for (let at = feature; at !== null; at = this.program.features[at][3]) line.push(at);
      return line;
    }

    status(feature) {
      return STATUSES[Math.min(...this.lineage(feature).map((at) => this.own[at].truth))];
    }

    evaluate(feature) {
      const line = this.lineage(feature);
      const truth = Math.min(...line.map((at) => this.own[at].truth));
      const judged = line.flatMap((at) => this.own[at].judged);
      const blockers = truth === YES ? [] : judged.filter(({ status }) => status === truth);
      const nextStep = truth === YES ? null : this.nextStep(judged);
      return { feature, status: STATUSES[truth], truth, judged, blockers, nextStep };
    }

    // What to do

    nextStep(judged) {
      let first = ACTIONS.length, subjects = [];
      const ask = (action, kind, subject) => {
        const order = ACTIONS.indexOf(action);
        if (order < first) { first = order; subjects = []; }
        if (order > first) return;
        if (!subjects.some((one) => one[0] === kind && one[1] === subject)) subjects.push([kind, subject]);
      };
      for (const one of judged) this.requests(one, ask);
      return subjects.length === 0 ? null : { action: ACTIONS[first], subjects };
    }

    requests({ constraint, feature, block, status, open }, ask) {
      if (status === null || status === YES) return;
      if (open) {
        const [, , , attributes] = this.program.features[feature][6][block][0];
        for (const [attribute] of attributes) {
          if (this.state.attribute(attribute) === null) this.askForAttribute(attribute, ask);
        }
        return;
      }
      const [kind, subject, low, high] = constraint;
      switch (kind) {
        case "p": {
          const tooLow = low !== 0 && position(this.state.os, low, high) < 0;
          return ask(tooLow ? "upgradeOS" : "explainUnsupported", "platform", subject);
        }
        case "v": {
          const tooLow = position(this.state.app, subject, low) < 0;
          return ask(tooLow ? "upgradeApp" : "explainUnsupported", "appVersion", 0);
        }
        case "r": return ask(status === UNKNOWN ? "waitForStatus" : "notEnabled", "feature", feature);
        case "t": return ask("enableToggle", "feature", feature);
        case "m": return ask(this.permissionAction(subject), "permission", subject);
        case "b": return this.purchaseRequests(subject, ask);
        default: return this.askForAttribute(subject, ask);
      }
    }

    askForAttribute(attribute, ask) {
      const action = this.program.attributes[attribute][2] === "user" ? "changeAttribute"
        : this.state.attribute(attribute) === null ? "waitForStatus" : "notEnabled";
      ask(action, "attribute", attribute);
    }

    permissionAction(permission) {
      switch (this.state.permission(permission)) {
        case "notDetermined": return "requestPermission";
        case "denied": return "openSettings";
        case "restricted": return "explainRestricted";
        default: {
          const isGiven = this.state.permissions.has(this.program.permissions[permission][0]);
          const first = this.state.firstVersion(permission);
          const isOfferedLater = first != null && !isAtLeast(this.state.os, first);
          return !isGiven && isOfferedLater ? "upgradeOS" : "explainUnsupported";
        }
      }
    }

    purchaseRequests(expression, ask) {
      const truth = this.expression(expression);
      if (typeof expression === "number") {
        return ask(truth === NO ? "offerPurchase" : "waitForPurchaseStatus", "product", expression);
      }
      if (expression[0] === "x") {
        const enough = this.state.holding(expression[1]) >= BigInt(expression[2]);
        return ask(enough ? "spendCredits" : "offerPurchase", "product", expression[1]);
      }
      for (const operand of expression.slice(1)) {
        if (this.expression(operand) === truth) this.purchaseRequests(operand, ask);
      }
    }

    // Names

    /** The contract's id of a constraint, behind its feature's where that is not `seenFrom`. */
    name({ constraint, feature, block }, seenFrom) {
      const [kind, subject] = constraint;
      const program = this.program;
      const name = {
        p: () => "platform:" + program.platforms[subject],
        v: () => "appVersion",
        r: () => "runtimeEnabled",
        t: () => "userToggled",
        m: () => "permission:" + program.permissions[subject][0],
        b: () => "purchase:" + this.expressionName(subject, false),
        a: () => "attribute:" + program.attributes[subject][0],
      }[kind]();
      return (feature === seenFrom ? "" : program.features[feature][0] + "/") +
        (block === null ? "" : `when[${block + 1}]/`) + name;
    }

    expressionName(expression, nested) {
      const operand = (product) => this.program.products[product][3] ?? this.program.products[product][0];
      if (typeof expression === "number") return operand(expression);
      if (expression[0] === "x") return expression[2] + "x" + operand(expression[1]);
      const operands = expression.slice(1);
      if (operands.length === 1) return this.expressionName(operands[0], nested);
      const joined = operands.map((one) => this.expressionName(one, true))
        .join(expression[0] === "|" ? " or " : " and ");
      return nested ? `(${joined})` : joined;
    }

    subjectName([kind, subject]) {
      switch (kind) {
        case "platform": return this.program.platforms[subject];
        case "appVersion": return "appVersion";
        case "permission": return this.program.permissions[subject][0];
        case "product": return this.program.products[subject][0];
        case "feature": return this.program.features[subject][0];
        default: return this.program.attributes[subject][0];
      }
    }
  }

  return { Evaluator, NO, UNKNOWN, YES, version, isVersion, isAtLeast, position };
})();
