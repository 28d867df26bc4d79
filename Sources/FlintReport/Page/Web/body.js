"use strict";

/* The details of an expanded feature: its constraints, the next step, and plans that make it available. */
const FeatureBody = (() => {
  const { element, visible } = Elements;
  const MARKS = { notSatisfied: "✗", notDetermined: "?", satisfied: "✓", notActive: "–" };

  /** The maximum number of plans that are shown. */
  const LISTED = 3;

  const constraintRow = (evaluator, feature, one) => {
    const { name, words } = evaluator.standing(one);
    return element("tr", { className: name },
      element("td", {}, element("span", { className: "mark", ariaHidden: "true" }, MARKS[name]), " ", words),
      element("td", {}, evaluator.sentence(one)),
      element("td", { title: evaluator.name(one, one.feature) }, evaluator.title(one, feature)));
  };

  const table = (evaluator, index) => {
    // Every feature inherits the app's constraints. Those that do not apply in this state are omitted.
    const constraints = evaluator.constraints(index).filter((one) => one.feature !== null || !evaluator.isInactive(one));
    if (constraints.length === 0) return element("p", {}, "Nothing is required.");
    const label = `Requirements of ${evaluator.program.features[index].name}`;
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
  const command = ({ program, state }, index) =>
    `flint-inspect plan ${program.data.path} ${program.features[index].id} --state ${shellWord(ExactJSON.text(Links.compact(state)))}`;

  /**
   * Builds the button that searches for plans, and lists the plans once it is pressed.
   *
   * `act.change` sets the page's state, `act.stay` moves the keyboard focus to the feature, `act.copy` copies a text.
   */
  const advice = (evaluator, index, act) => {
    const { program, state } = evaluator, answer = element("div", { className: "advice", role: "status" });
    const line = command(evaluator, index);
    const all = (words) => {
      const copy = element("button", { type: "button" }, "Copy command");
      copy.addEventListener("click", () => act.copy(line, "The command"));
      return element("details", {}, element("summary", {}, words), element("p", {}, element("code", {}, line)), copy);
    };
    const shown = (plan) => {
      const apply = element("button", { type: "button" }, plan.steps.length > 1 ? "Apply all changes" : "Apply change");
      apply.addEventListener("click", () => {
        act.change(plan.state);
        // The change removes the button, so the keyboard focus moves to the feature.
        act.stay();
      });
      const steps = plan.steps.length > 1
        ? element("ol", {}, ...plan.steps.map((step) => element("li", {}, step))) : element("p", {}, plan.steps[0]);
      return element("li", {}, steps, apply);
    };
    const ask = () => {
      const plans = Advice.find(program, index, state, LISTED + 1);
      if (plans === undefined) {
        answer.replaceChildren(element("p", {}, "The search is too complex for this page."), all("Find plans on the command line"));
      } else if (plans.length === 0) {
        answer.replaceChildren(element("p", {}, "No plan found: the user and the developer cannot make it available in this state."),
          all("Show the blockers on the command line"));
      } else {
        const count = Math.min(plans.length, LISTED);
        answer.replaceChildren(
          ...(count > 1 ? [element("p", {}, plans.length > LISTED ? `The first ${count} plans, each sufficient:` : "Any of these plans:")] : []),
          element("ul", { className: "plans" }, ...plans.slice(0, LISTED).map(shown)), all("List all plans on the command line"));
      }
    };
    const button = element("button", { type: "button" }, "Show how to make it available");
    button.addEventListener("click", ask);
    return element("div", { className: "ask" }, button, answer);
  };

  const parts = (evaluator, index, act) => {
    const { program } = evaluator, { id, name, description, team, until } = program.features[index], about = [];
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
    if (evaluator.truths[index] !== Flint.YES) parts.push(advice(evaluator, index, act));
    return parts;
  };

  return { parts };
})();
