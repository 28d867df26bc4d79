"use strict";

/* What the page says of a constraint and of a next step, in the words of the library's sentences. */
const Sentences = (() => {
  const { NO, UNKNOWN, YES, position } = Flint;

  const list = (names, last) =>
    names.length < 2 ? names.join("") : names.slice(0, -1).join(", ") + last + names.at(-1);

  /** `what` has the version, as in “iOS”; `found` leads to the version that is there. */
  const range = (what, found, low, high, installed, text) => {
    const there = text === "latest" ? `the latest ${what}` : `${what} ${text}`;
    switch (position(installed, low, high)) {
      case -1: return `${what} ${low} or later is required; ${found} ${there}`;
      case 1: return `${what} below ${high} is required; ${found} ${there}`;
      default: {
        const limits = [low != null ? `at least ${low}` : "", high != null ? `below ${high}` : ""];
        return `${there} is ${limits.filter(Boolean).join(" and ")}`;
      }
    }
  };

  const purchase = (program, expression, nested) => {
    const name = (product) => `“${program.products[product][1]}”`;
    if (typeof expression === "number") return name(expression);
    if (expression[0] === "x") return `${expression[2]} × ${name(expression[1])}`;
    const operands = expression.slice(1);
    const inner = operands.map((one) => purchase(program, one, nested || operands.length > 1))
      .join(expression[0] === "|" ? " or " : " and ");
    return nested && operands.length > 1 ? `(${inner})` : inner;
  };

  const value = (attribute, given) => {
    if (given === null) return "not known";
    const values = attribute[3];
    return values === null ? (given ? "on" : "off") : `“${values[given]}”`;
  };

  /** One sentence on a judged constraint. */
  const constraint = (evaluator, judged) => {
    const { program, state } = evaluator;
    const { constraint, feature, status, open } = judged;
    const [kind, subject, low, high] = constraint;
    if (status === null) {
      return kind === "p" && subject !== state.platform
        ? `concerns ${program.platforms[subject]} only` : "not required here";
    }
    const sentence = {
      p: () => low === 0 ? `not supported on ${program.platforms[subject]}`
        : low == null && high == null ? `every version of ${program.platforms[subject]} will do`
        : range(program.platforms[subject], "the device has", low, high, state.os, state.osText),
      v: () => range("app version", "this is", subject, low, state.app, state.appText),
      r: () => ({
        [YES]: "the app has it enabled", [NO]: "the app has it disabled",
        [UNKNOWN]: "it is not known yet whether the app has it enabled",
      })[state.flag(feature)],
      t: () => `the user has it turned ${state.toggle(feature, subject) ? "on" : "off"}`,
      m: () => permission(evaluator, subject),
      b: () => purchaseStatus(evaluator, feature, subject),
      a: () => attribute(evaluator, subject, low),
    }[kind]();
    return open ? sentence + "; it is not known yet whether this is required" : sentence;
  };

  const permission = ({ program, state }, index) => {
    const [, spoken] = program.permissions[index];
    const platform = program.platforms[state.platform];
    const version = state.firstVersion(index) != null && state.osText !== "latest" ? " " + state.osText : "";
    return `the ${spoken} permission ` + {
      authorized: "is granted", notDetermined: "has not been asked for yet", denied: "is denied",
      restricted: "is restricted on this device", unsupported: `does not exist on ${platform}${version}`,
    }[state.permission(index)];
  };

  const purchaseStatus = (evaluator, feature, expression) => {
    const { program, state } = evaluator;
    if (state.unlocked.has(program.features[feature][0])) return "the app has unlocked it";
    if (expression[0] === "x") {
      return `${purchase(program, expression, false)} must be spent; ${state.holding(expression[1])} held`;
    }
    const truth = evaluator.expression(expression);
    return (truth === UNKNOWN ? "it is not known yet whether " : "") +
      purchase(program, expression, false) +
      (truth === NO ? " has not been purchased" : " has been purchased");
  };

  const attribute = ({ program, state }, index, accepted) => {
    const declared = program.attributes[index];
    const given = state.attribute(index);
    const is = `“${declared[1]}” is ${value(declared, given)}`;
    const choices = Array.isArray(accepted) ? accepted : [accepted];
    if (given !== null && choices.includes(given)) return is;
    return `${is}; ${list(choices.map((one) => value(declared, one)), " or ")} is required`;
  };

  const subject = (program, [kind, index]) => ({
    platform: () => program.platforms[index],
    appVersion: () => "the app version",
    permission: () => `the ${program.permissions[index][1]} permission`,
    product: () => `“${program.products[index][1]}”`,
    feature: () => `“${program.features[index][1]}”`,
    attribute: () => `“${program.attributes[index][1]}”`,
  })[kind]();

  const nextStep = ({ program, state }, step) => {
    const all = step.subjects.map((one) => subject(program, one)).join(", ");
    return {
      explainUnsupported: `Explain what is not supported here: ${all}`,
      explainRestricted: `Explain what is restricted on this device: ${all}`,
      upgradeOS: `Ask for an update of ${program.platforms[state.platform]}`,
      upgradeApp: "Ask for an update of the app",
      notEnabled: `Leave it hidden, the app does not enable it: ${all}`,
      waitForStatus: `Wait until it is known: ${all}`,
      spendCredits: `Offer to spend credits: ${all}`,
      offerPurchase: `Offer ${all}`,
      waitForPurchaseStatus: `Wait for the store’s answer: ${all}`,
      enableToggle: `Let the user turn on ${all}`,
      changeAttribute: `Let the user change ${all}`,
      openSettings: `Send the user to Settings to allow ${all}`,
      requestPermission: `Ask for ${all}`,
    }[step.action];
  };

  return { constraint, nextStep };
})();
