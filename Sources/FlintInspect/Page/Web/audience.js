"use strict";

/*
 * The audience section: how many users have each feature, and how many lose or gain it by a change of the manifest.
 * The data is the result of `audience`. Counts may be BigInts, because they can exceed 2^53.
 */
const AudienceView = (() => {
  const { $, element, visible, count, plural } = Elements;
  const SVG = "http://www.w3.org/2000/svg";

  /** The number of table rows that are shown initially. */
  const ROWS = 100;

  const bar = (parts, total) => {
    const drawing = document.createElementNS(SVG, "svg");
    drawing.setAttribute("viewBox", "0 0 100 10");
    drawing.setAttribute("preserveAspectRatio", "none");
    drawing.setAttribute("aria-hidden", "true");
    let x = 0;
    for (const [kind, amount] of parts) {
      const width = total === 0 ? 0 : (100 * Number(amount)) / Number(total);
      const rectangle = document.createElementNS(SVG, "rect");
      for (const [name, value] of [["x", x], ["y", 0], ["width", width], ["height", 10], ["class", kind]]) {
        rectangle.setAttribute(name, value);
      }
      drawing.append(rectangle);
      x += width;
    }
    return drawing;
  };

  /** Formats a share as a percentage. Only an empty share is 0%, and only a complete one is 100%. */
  const share = (amount, total) => {
    const [part, whole] = [Number(amount), Number(total)];
    if (whole === 0 || part === 0) return "0%";
    if (amount === total) return "100%";
    const percent = (100 * part) / whole;
    return percent < 0.1 ? "<0.1%" : percent > 99.9 ? ">99.9%" : `${percent.toFixed(1)}%`;
  };

  /** Formats a count with its share: `494 (21.1%)`. */
  const amount = (part, total) => Number(part) === 0 ? "0" : `${count(part)} (${share(part, total)})`;

  const users = (number) => `${count(number)} ${Number(number) === 1 ? "user" : "users"}`;

  /** Appends the first rows to a list, and returns its box and, for a long list, a button that shows all rows. */
  const startOf = (rows, list, box) => {
    list.append(...rows.slice(0, ROWS));
    if (rows.length <= ROWS) return [box];
    const more = element("button", { type: "button" }, `Show all ${count(rows.length)}`);
    more.addEventListener("click", () => {
      list.append(...rows.slice(ROWS));
      more.parentElement.remove();
      box.focus();
    });
    return [box, element("div", { className: "buttons" }, more)];
  };

  /** Builds a table for the feature with the given label, or for all features if the label is null. */
  const table = (label, title, heads, rows) => {
    const body = element("tbody");
    const box = { className: "scroll", tabIndex: 0, role: "region", ariaLabel: label === null ? title : `${label}: ${title}` };
    return startOf(rows, body, element("div", box,
      element("table", {}, element("caption", {}, title), element("thead", {}, element("tr", {},
        ...heads.map((head) => element("th", { scope: "col" }, head)))), body)));
  };

  const row = (heads, ...cells) => element("tr", {}, ...heads.map((head) => element("th", { scope: "row" }, head)),
    ...cells.map((cell) => element("td", typeof cell === "string" ? {} : { className: "chart" }, cell)));

  /** Returns the values that define a group. An unknown value is null. */
  const groupNames = ({ key }) => Object.values(key).map((value) => String(value ?? "none"));

  /** Returns a comparison that sorts in descending order by several numbers, the most significant first. */
  const descending = (...numbers) => (one, other) => {
    for (const number of numbers) {
      const difference = Number(number(other) ?? 0) - Number(number(one) ?? 0);
      if (difference !== 0) return difference;
    }
    return 0;
  };

  // MARK: Changes

  const others = (moves) => moves.filter((move) => move.old !== "available" && move.new !== "available")
    .reduce((sum, { weight }) => sum + Number(weight), 0);

  const byLoss = descending(({ lost }) => lost, ({ gained }) => gained, ({ moves }) => others(moves));

  /** Summarizes in a sentence how many users lose or gain features. */
  const headline = ({ lost, gained, changed }, weight) => {
    if (Number(changed) === 0) return `No status changes among ${users(weight)}.`;
    if (Number(lost) + Number(gained) === 0) {
      return `No user loses or gains a feature, but at least one status changes for ${count(changed)} of ${users(weight)}.`;
    }
    const losers = Number(lost) === 0 ? `None of ${users(weight)} loses a feature`
      : `${count(lost)} of ${users(weight)} ${Number(lost) === 1 ? "loses" : "lose"} at least one feature`;
    const gainers = Number(gained) === 0 ? "no user gains one" : `${count(gained)} ${Number(gained) === 1 ? "gains" : "gain"} at least one`;
    return `${losers}, ${gainers}, and at least one status changes for ${count(changed)}.`;
  };

  /**
   * Lists the changes of a feature's status, and the reasons why users lose or gain it. Constraints that only the old
   * manifest has come last and have no title.
   */
  const reasons = (change, titles) => {
    const moves = change.moves.map((move) => element("li", {}, `${move.old} → ${move.new} ${count(move.weight)}`));
    const idOf = ({ feature, constraint }) => feature === change.id ? constraint : `${feature ?? ""}/${constraint}`;
    const causes = change.causes.map((one, index) => ({ ...one, moves: [], name: titles[index] ?? idOf(one) }))
      .filter(({ lost, gained }) => lost || gained).sort(byLoss)
      .map(({ name, lost, gained }) => element("li", {},
        [lost && `${count(lost)} lose it, blocked by: ${name}`, gained && `${count(gained)} gain it, previously blocked by: ${name}`].filter(Boolean).join("; ")));
    return element("ul", { className: "reasons" }, ...moves, ...causes);
  };

  /** Describes a changed feature: how many users lose and gain it, how many had and have it, and the reasons. */
  const changedFeature = ({ name, titles, available, ...change }, weight) => {
    const { lost, gained } = change;
    const before = Number(available) - Number(gained) + Number(lost);
    const parts = [[lost, "lose it", "lose"], [gained, "gain it", "gain"]].filter(([part]) => part)
      .map(([part, words, className]) => element("span", { className }, `${amount(part, weight)} ${words}`));
    if (parts.length === 0) parts.push(element("span", {}, `the status changes for ${amount(others(change.moves), weight)}`));
    return element("li", {}, element("p", {}, element("span", { className: "name" }, name), ": ",
      ...parts.flatMap((part, index) => index > 0 ? [", ", part] : [part]),
      element("span", { className: "why" }, `; ${count(before)} had it, ${count(available)} have it`)),
    reasons(change, titles()));
  };

  const changes = (evaluator, { weight, features, against, affected, by, fingerprint, againstFingerprint }) => {
    const { model } = evaluator;
    // Features that only the old manifest declares come last.
    const changed = against.map((change, index) => index >= features.length
      ? { ...change, name: `${change.id} (no longer declared)`, available: 0, titles: () => [] }
      : {
        ...change, name: model.features[index].name, available: features[index].available,
        titles: () => evaluator.constraints(index).map((one) => evaluator.title(one, index)),
      }).filter(({ moves }) => moves.length > 0).sort(byLoss);
    const list = element("ul", { className: "changes", tabIndex: -1 });
    const rest = against.length - changed.length;
    return [
      element("h3", {}, "Changes"), element("p", {}, `From the manifest with the fingerprint ${againstFingerprint} to this one, ${fingerprint}.`),
      element("p", { className: "headline" }, headline(affected, weight)),
      ...(Number(affected.changed) === 0 ? []
        : [element("p", { className: "about" }, "Counts overlap: a user can lose several features; a loss can have several causes.")]),
      ...startOf(changed.map((change) => changedFeature(change, weight)), list, list),
      ...(rest === 0 ? []
        : [element("p", {}, `${count(rest)} ${changed.length > 0 ? "other " : ""}${plural("feature", rest)}: no status changes.`)]),
      ...(!by?.length ? [] : table(null, "Changes by group",
        [...Object.keys(by[0].key), "users", "lose a feature", "gain a feature", "any change"],
        by.map((group) => row(groupNames(group), count(group.weight),
          ...[group.affected.lost, group.affected.gained, group.affected.changed].map((part) => amount(part, group.weight)))))),
    ];
  };

  // MARK: Features

  /** Lists the requirements that block a feature for users; those whose removal gains the most users come first. */
  const blockers = (evaluator, feature, constraints, total) => {
    const rows = evaluator.constraints(feature)
      .map((one, index) => ({ name: evaluator.title(one, feature), ...constraints[index] }))
      .filter(({ notSatisfied, notDetermined }) => notSatisfied || notDetermined)
      .sort(descending(({ decisive }) => decisive))
      .map(({ name, notSatisfied, notDetermined, decisive }) => row([name],
        bar([["unavailable", notSatisfied], ["undetermined", notDetermined]], total),
        amount(notSatisfied, total), amount(notDetermined, total), `+${amount(decisive, total)}`));
    if (rows.length === 0) return [element("p", {}, "No requirement blocks it.")];
    return table(evaluator.model.features[feature].name, "Blocking requirements",
      ["Requirement", "Share", "not satisfied", "unknown", "gained if dropped"], rows);
  };

  /** Builds the table of a feature's audience by group. */
  const groupRows = (evaluator, feature, { by, against }) => {
    const rows = by.map((group) => {
      const { available, undetermined, unavailable } = group.features[feature], whole = group.weight;
      const change = group.against?.[feature];
      return row(groupNames(group),
        bar([["available", available], ["undetermined", undetermined], ["unavailable", unavailable]], whole),
        `${amount(available, whole)} of ${count(whole)}`,
        ...(against === undefined ? [] : [change.lost, change.gained, others(change.moves)].map((part) => amount(part, whole))));
    });
    return table(evaluator.model.features[feature].name, "By group",
      [...Object.keys(by[0].key), "Share", "have it", ...(against === undefined ? [] : ["lose it", "gain it", "other changes"])], rows);
  };

  const item = (evaluator, index, audience) => {
    const { weight } = audience, { available, undetermined, unavailable, constraints } = audience.features[index];
    const change = audience.against?.[index] ?? {};
    const parts = [[available, "available"], [undetermined, "undetermined"], [unavailable, "unavailable"],
      [change.lost, "lose it"], [change.gained, "gain it"]];
    const details = element("details", {}, element("summary", {},
      bar([["available", available], ["undetermined", undetermined], ["unavailable", unavailable]], weight), " ",
      element("span", { className: "name" }, evaluator.model.features[index].name), " ",
      element("span", { className: "reach" }, parts.filter(([part], index) => part || index === 0)
        .map(([part, word]) => `${amount(part, weight)} ${word}`).join(", "))));
    details.fill = () => {
      if (!details.open || details.children.length > 1) return;
      details.append(...blockers(evaluator, index, constraints, weight));
      if (audience.by?.length > 0) details.append(...groupRows(evaluator, index, audience));
    };
    details.addEventListener("toggle", details.fill);
    return element("li", {}, details);
  };

  /** The sort orders of the features: names with comparisons of indices. */
  const orders = ({ features, against }) => [
    ...(against === undefined ? [] : [["greatest loss first", (one, other) => byLoss(against[one], against[other])]]),
    ["as declared", (one, other) => one - other],
    ["fewest users first", (one, other) => Number(features[one].available) - Number(features[other].available)],
  ];

  const build = (model, evaluator) => {
    const text = $("audience").textContent;
    if (text === "") return;
    const audience = ExactJSON.parse(text);
    $("audience-section").hidden = false;
    document.querySelector("main").prepend($("audience-section"));
    const { states, weight, rejected } = audience, ignored = Object.keys(audience.ignored).length;
    $("audience-total").textContent = `${count(states)} ${plural("state", states)}` +
      (weight === states ? "" : `, ${count(weight)} ${plural("user", weight)}`) +
      (rejected === 0 ? "" : `, ${count(rejected)} ${plural("line", rejected)} rejected`) +
      (ignored === 0 ? "" : `, ${count(ignored)} undeclared ${plural("id", ignored)} ignored`);
    model.data.assumptions.forEach(({ id, name }) => {
      const amount = audience.impossible?.[id] ?? 0;
      if (Number(amount) === 0) return;
      $("audience-total").append(`; ${users(amount)} in impossible states, which break the assumption “`,
        visible(name), "”");
    });
    if (audience.against !== undefined) $("audience-changes").append(...changes(evaluator, audience));
    const items = audience.features.map((_, index) => item(evaluator, index, audience));
    const all = orders(audience), select = $("audience-order");
    select.append(...all.map(([name], index) => element("option", { value: index }, name)));
    const sort = () => $("audience-list").append(...items.map((_, index) => index).sort(all[Number(select.value)][1]).map((index) => items[index]));
    select.addEventListener("change", sort);
    sort();
  };

  return { build };
})();
