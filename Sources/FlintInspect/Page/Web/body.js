"use strict";

/* The details of an expanded feature: its constraints, the next step, and the command that finds plans. */
const FeatureBody = (() => {
  const { element, visible } = Elements;
  const MARKS = { notSatisfied: "✗", notDetermined: "?", satisfied: "✓", notActive: "–" };

  const constraintRow = (evaluator, feature, one) => {
    const { name, words } = evaluator.standing(one);
    return element("tr", { className: name },
      element("td", {}, element("span", { className: "mark", ariaHidden: "true" }, MARKS[name]), " ", words),
      element("td", {}, evaluator.sentence(one)),
      element("td", { title: evaluator.name(one, one.feature) }, evaluator.title(one, feature)));
  };

  const table = (evaluator, index) => {
    // Every feature inherits the app's constraints. Those that do not apply in this state are omitted.
    const constraints = evaluator.constraints(index).filter((one) => one.feature !== null || !one.isInactive);
    if (constraints.length === 0) return element("p", {}, "Nothing is required.");
    const label = `Requirements of ${evaluator.model.features[index].name}`;
    return element("div", { className: "scroll", tabIndex: 0, role: "region", ariaLabel: label },
      element("table", {}, element("thead", {}, element("tr", {},
        ...["Status", "Why", "Requirement"].map((title) => element("th", { scope: "col" }, title)))),
      element("tbody", {}, ...constraints.map((one) => constraintRow(evaluator, index, one)))));
  };

  /** Returns JSON as a single-quoted shell word. Characters that are invisible or special to a shell are escaped. */
  const shellWord = (json) => {
    const escape = (one) => "\\u" + one.charCodeAt(0).toString(16).padStart(4, "0");
    const plain = visible(json).replace(/\\(["\\])/g, (_, one) => escape(one)).replace(/['\u2018-\u201b]/g, escape);
    return `'${plain}'`;
  };

  /** Returns the command line that lists all plans. */
  const command = ({ model, state }, index) =>
    `flint-inspect plan ${model.data.path} ${model.features[index].id} --state ${shellWord(ExactJSON.text(Links.compact(state)))}`;

  /** Builds the command line that lists the plans, with a button that copies it by `act.copy`. */
  const plans = (evaluator, index, act) => {
    const line = command(evaluator, index), copy = element("button", { type: "button" }, "Copy command");
    copy.addEventListener("click", () => act.copy(line, "The command"));
    return element("details", { className: "advice" }, element("summary", {}, "Find out how to make it available"),
      element("p", {}, element("code", {}, line)), copy);
  };

  const parts = (evaluator, index, act) => {
    const { model } = evaluator, { id, name, description, team, until } = model.features[index], about = [];
    if (description !== undefined) about.push(description);
    if (team !== undefined) about.push(`team ${team}`);
    if (until !== undefined) about.push(`remove by ${until}`);
    if (name !== id) about.push(element("span", {}, "id ", element("code", {}, id)));
    const parts = [element("p", { className: "about" }, ...about.flatMap((one, index) => index > 0 ? [" · ", one] : [one])),
      table(evaluator, index)];
    const nextStep = evaluator.nextStep(evaluator.open(index).open);
    if (nextStep !== null) {
      parts.push(element("p", { className: "next" }, element("strong", {}, "Next step: "), evaluator.nextSentence(nextStep)));
    }
    if (evaluator.truths[index] !== Values.YES) parts.push(plans(evaluator, index, act));
    return parts;
  };

  return { parts };
})();
