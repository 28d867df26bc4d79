"use strict";

/* The page: controls that change a state, and the tree and tables that show what it makes of the features. */
(() => {
  const program = JSON.parse(document.getElementById("program").textContent);
  const audience = JSON.parse(document.getElementById("audience").textContent);
  const SYMBOLS = { available: "✓", unavailable: "✗", undetermined: "?" };
  const SECTIONS = ["permissions", "purchases", "toggles", "runtime", "attributes"];

  const $ = (id) => document.getElementById(id);

  /** Text in which what a screen would obey (controls, changes of direction) is shown instead. */
  const visible = (text) => text.replace(
    /[\0-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g,
    (one) => "\\u" + one.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0"));

  /** An element with properties and children; text is only ever set as text. */
  const element = (tag, properties = {}, ...children) => {
    const made = document.createElement(tag);
    for (const [name, value] of Object.entries(properties)) {
      if (name in made) made[name] = typeof value === "string" ? visible(value) : value;
      else made.setAttribute(name, value);
    }
    made.append(...children.map((child) => typeof child === "string" ? visible(child) : child));
    return made;
  };

  // MARK: State

  let state = program.state;
  let evaluator = new Flint.Evaluator(program, state);

  /** The state without what says nothing, so that links stay short. */
  const compact = (state) => Object.fromEntries(Object.entries(state).filter(([, value]) =>
    value !== undefined && (typeof value !== "object" || Object.keys(value).length > 0)));

  const stateOfFragment = () => {
    const text = location.hash.slice(1);
    if (text === "") return program.state;
    try {
      const read = JSON.parse(decodeURIComponent(text));
      const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
      const isSound = isObject(read) && SECTIONS.every((name) => isObject(read[name] ?? {})) &&
        Array.isArray(read.unlocked ?? []) && isObject(read.defaults ?? {}) &&
        program.platforms.includes(read.platform ?? "iOS") &&
        Flint.isVersion(String(read.osVersion ?? "latest")) &&
        Flint.isVersion(String(read.appVersion ?? "latest"));
      if (!isSound) throw new Error();
      new Flint.Evaluator(program, read);
      return read;
    } catch {
      $("notice").textContent = "The link does not hold a state that this page can read; it shows the initial one.";
      return program.state;
    }
  };

  const change = (changed) => {
    state = changed;
    const fragment = "#" + encodeURIComponent(JSON.stringify(compact(state)));
    history.replaceState(null, "", fragment);
    update();
  };

  const setEntry = (name, id, value) => {
    const entries = Object.entries(state[name] ?? {}).filter(([key]) => key !== id);
    if (value !== undefined) entries.push([id, value]);
    change({ ...state, [name]: Object.fromEntries(entries) });
  };

  const entry = (name, id) => new Map(Object.entries(state[name] ?? {})).get(id);

  // MARK: Controls

  /** Each control: what brings it in line with the state. */
  const controls = [];

  const field = (label, control) => element("label", { className: "field" }, element("span", {}, label), control);

  /** A choice among [text, value] pairs; `read` and `write` get at the state, undefined is “not given”. */
  const choice = (label, options, read, write) => {
    const select = element("select", {}, ...options.map(([text], index) => element("option", { value: index }, text)));
    select.addEventListener("change", () => write(options[select.value][1]));
    controls.push(() => { select.value = Math.max(0, options.findIndex(([, value]) => value === read())); });
    return field(label, select);
  };

  const text = (label, placeholder, isValid, read, write) => {
    const input = element("input", { type: "text", placeholder, spellcheck: false, autocomplete: "off" });
    input.addEventListener("change", () => {
      const value = input.value.trim();
      const isGood = value === "" || isValid(value);
      input.setAttribute("aria-invalid", String(!isGood));
      if (isGood) write(value === "" ? undefined : value);
    });
    controls.push(() => {
      input.value = read() ?? "";
      input.setAttribute("aria-invalid", "false");
    });
    return field(label, input);
  };

  const fieldset = (title, fields, isOpen) => {
    if (fields.length === 0) return [];
    const details = element("details", { open: isOpen }, element("summary", {}, title),
      element("div", { className: "fields", role: "group", ariaLabel: title }, ...fields));
    return [details];
  };

  const named = (statuses) => [["not given", undefined], ...statuses.map((one) => [one, one])];

  const isMentioned = (kind) => {
    const found = new Set();
    const look = (constraint, feature) => { if (constraint[0] === kind) found.add(kind === "m" ? constraint[1] : feature); };
    program.features.forEach(([, , , , , constraints, blocks], feature) => {
      constraints.forEach((one) => look(one, feature));
      blocks.forEach(([, constraints]) => constraints.forEach((one) => look(one, feature)));
    });
    return [...found].sort((one, other) => one - other);
  };

  const buildControls = () => {
    const mentions = { permissions: isMentioned("m"), toggles: isMentioned("t"), flags: isMentioned("r"), bought: isMentioned("b") };
    const featureName = (feature) => program.features[feature][1];
    const featureID = (feature) => program.features[feature][0];

    const device = [
      choice("Platform", program.platforms.map((one) => [one, one]), () => state.platform ?? "iOS",
        (platform) => change({ ...state, platform, osVersion: undefined })),
      text("OS version", "latest", Flint.isVersion, () => state.osVersion, (osVersion) => change({ ...state, osVersion })),
      text("App version", program.app.version ?? "latest", Flint.isVersion, () => state.appVersion,
        (appVersion) => change({ ...state, appVersion })),
    ];
    const permissions = mentions.permissions.map((index) => {
      const [name, spoken] = program.permissions[index];
      return choice(spoken, named(program.permissionStatuses), () => entry("permissions", name),
        (value) => setEntry("permissions", name, value));
    });
    const purchases = program.products.map(([id, name, type]) => type === "consumable"
      ? text(`${name} (credits)`, "0", (value) => /^(0|[1-9]\d{0,18})$/.test(value), () => entry("purchases", id),
        (value) => setEntry("purchases", id, value))
      : choice(name, named(program.purchaseStatuses), () => entry("purchases", id),
        (value) => setEntry("purchases", id, value)));
    const unlocked = mentions.bought.map((feature) => choice(featureName(feature),
      [["not unlocked", false], ["unlocked by the app", true]],
      () => (state.unlocked ?? []).includes(featureID(feature)),
      (isUnlocked) => change({
        ...state,
        unlocked: [...(state.unlocked ?? []).filter((one) => one !== featureID(feature)),
          ...(isUnlocked ? [featureID(feature)] : [])],
      })));
    const toggles = mentions.toggles.map((feature) => choice(featureName(feature),
      [["not chosen", undefined], ["on", true], ["off", false]], () => entry("toggles", featureID(feature)),
      (value) => setEntry("toggles", featureID(feature), value)));
    const flags = mentions.flags.map((feature) => choice(featureName(feature),
      [["as declared", undefined], ["enabled", true], ["disabled", false], ["not known", null]],
      () => entry("runtime", featureID(feature)), (value) => setEntry("runtime", featureID(feature), value)));
    const attributes = program.attributes.map(([id, name, , values]) => choice(name,
      [["not given", undefined], ...(values ?? [true, false]).map((one) =>
        [values === null ? (one ? "on" : "off") : one, one]), ["not known", null]],
      () => entry("attributes", id), (value) => setEntry("attributes", id, value)));
    const setDefault = (name, value) => change({ ...state, defaults: { ...state.defaults, [name]: value } });
    const defaults = [
      choice("Permissions not given", program.permissionStatuses.map((one) => [one, one]),
        () => state.defaults?.permission ?? "notDetermined", (value) => setDefault("permission", value)),
      choice("Products not given", program.purchaseStatuses.map((one) => [one, one]),
        () => state.defaults?.purchase ?? "notPurchased", (value) => setDefault("purchase", value)),
    ];
    // A narrow screen shows the features at once, and the controls behind their titles.
    const isWide = !matchMedia("(max-width: 50rem)").matches;
    const few = (fields) => isWide && fields.length <= 12;
    $("controls").append(
      ...fieldset("Device", device, isWide),
      ...fieldset("Permissions", permissions, few(permissions)),
      ...fieldset("Purchases", purchases, few(purchases)),
      ...fieldset("Unlocked features", unlocked, false),
      ...fieldset("Toggles", toggles, few(toggles)),
      ...fieldset("Runtime flags", flags, few(flags)),
      ...fieldset("Attributes", attributes, few(attributes)),
      ...fieldset("Whatever is not given", defaults, false));
  };

  const buildStates = () => {
    const options = [["Initial state", program.state], ["Fresh install", {}], ...program.states];
    const select = $("states");
    select.append(element("option", { value: "" }, "choose…"),
      ...options.map(([name], index) => element("option", { value: index }, name)));
    select.addEventListener("change", () => {
      if (select.value !== "") change(options[select.value][1]);
      select.value = "";
    });
    $("copy-link").addEventListener("click", () => copy(location.href, "The link"));
    $("copy-state").addEventListener("click", () =>
      copy(JSON.stringify(compact(state), null, 2), "The state"));
  };

  const copy = async (content, what) => {
    try {
      await navigator.clipboard.writeText(content);
      $("notice").textContent = `${what} is on the clipboard.`;
    } catch {
      $("notice").replaceChildren(`${what} could not be copied; here it is: `, element("code", {}, content));
    }
  };

  // MARK: Features

  const rows = [];

  const buildTree = () => {
    const lists = new Map([[null, $("tree")]]);
    program.features.forEach(([id, name, , parent], index) => {
      const row = {
        mark: element("span", { className: "mark", ariaHidden: "true" }),
        status: element("span", { className: "status" }),
        why: element("span", { className: "why" }),
        body: element("div", { className: "body" }),
        item: element("li"),
        text: `${id}\n${name}`.toLowerCase(),
      };
      row.details = element("details", {}, element("summary", {}, row.mark,
        element("span", { className: "name" }, name), " ", row.status, " ", row.why), row.body);
      row.details.addEventListener("toggle", () => fillBody(index));
      row.item.append(row.details);
      rows.push(row);
      if (!lists.has(parent)) {
        const list = element("ul");
        rows[parent].item.append(list);
        lists.set(parent, list);
      }
      lists.get(parent).append(row.item);
    });
    $("search").addEventListener("input", filter);
    $("only").addEventListener("change", filter);
  };

  const why = (evaluation) => {
    if (evaluation.truth === Flint.YES) return "";
    const [first, ...others] = evaluation.blockers;
    const more = others.length > 0 ? ` (and ${others.length} more)` : "";
    const whose = first.feature === evaluation.feature ? "" : `${program.features[first.feature][1]}: `;
    return whose + Sentences.constraint(evaluator, first) + more;
  };

  const constraintRow = (evaluation, judged) => {
    const status = judged.status === null ? "notActive" : ["notSatisfied", "notDetermined", "satisfied"][judged.status];
    const symbol = { satisfied: "✓", notSatisfied: "✗", notDetermined: "?", notActive: "–" }[status];
    const whose = judged.feature === evaluation.feature ? "" : program.features[judged.feature][1];
    return element("tr", { className: status },
      element("td", {}, element("span", { className: "mark", ariaHidden: "true" }, symbol), " ", status),
      element("td", {}, Sentences.constraint(evaluator, judged)),
      element("td", {}, element("code", {}, evaluator.name(judged, evaluation.feature)), whose && ` of ${whose}`));
  };

  const fillBody = (index) => {
    const row = rows[index];
    if (!row.details.open) return;
    const evaluation = evaluator.evaluate(index);
    const [id, , description] = program.features[index];
    const parts = [element("p", { className: "about" }, element("code", {}, id), description && ` — ${description}`)];
    if (evaluation.judged.length > 0) {
      parts.push(element("div", { className: "scroll", tabIndex: 0, role: "region", ariaLabel: `Constraints of ${id}` },
        element("table", {}, element("thead", {}, element("tr", {},
          ...["Status", "Why", "Constraint"].map((title) => element("th", { scope: "col" }, title)))),
        element("tbody", {}, ...evaluation.judged.map((judged) => constraintRow(evaluation, judged))))));
    } else {
      parts.push(element("p", {}, "Nothing is required."));
    }
    if (evaluation.nextStep !== null) {
      parts.push(element("p", { className: "next" }, element("strong", {}, "Next: "),
        Sentences.nextStep(evaluator, evaluation.nextStep)), advice(index));
    }
    row.body.replaceChildren(...parts);
  };

  const advice = (index) => {
    const button = element("button", { type: "button" }, "What would make it available?");
    const answer = element("div", { className: "advice", role: "status" });
    button.addEventListener("click", () => {
      const steps = Advice.find(program, index, state);
      if (steps === null) {
        answer.replaceChildren("Nothing that the user or the app’s developer can do in this state.");
        return;
      }
      const apply = element("button", { type: "button" }, "Do all of it");
      apply.addEventListener("click", () => change(steps.reduce((state, step) => step.apply(state), state)));
      answer.replaceChildren(element("ol", {}, ...steps.map(({ label }) => element("li", {}, label))), apply);
    });
    return element("div", { className: "ask" }, button, answer);
  };

  const filter = () => {
    const wanted = $("search").value.trim().toLowerCase();
    const only = $("only").value;
    const isShown = rows.map((row, index) =>
      row.text.includes(wanted) && (only === "" || row.current === only));
    for (let index = rows.length - 1; index >= 0; index--) {
      const parent = program.features[index][3];
      if (isShown[index] && parent !== null) isShown[parent] = true;
    }
    rows.forEach((row, index) => { row.item.hidden = !isShown[index]; });
    $("none").hidden = isShown.some(Boolean);
  };

  const update = () => {
    evaluator = new Flint.Evaluator(program, state);
    const counts = { available: 0, unavailable: 0, undetermined: 0 };
    rows.forEach((row, index) => {
      const evaluation = evaluator.evaluate(index);
      counts[evaluation.status]++;
      row.current = evaluation.status;
      row.item.className = evaluation.status;
      row.mark.textContent = SYMBOLS[evaluation.status];
      row.status.textContent = evaluation.status;
      row.why.textContent = visible(why(evaluation));
      fillBody(index);
    });
    const { osText, appText, platform } = evaluator.state;
    $("simulated").textContent =
      `${program.platforms[platform]} ${osText}, app version ${appText}`;
    $("summary").textContent =
      `${counts.available} available, ${counts.unavailable} unavailable, ${counts.undetermined} undetermined`;
    for (const control of controls) control();
    filter();
    updateMatrix();
  };

  // MARK: Matrix

  const columns = () => [
    ...program.platforms.map((platform) =>
      [platform, platform === (state.platform ?? "iOS") ? state : { ...state, platform, osVersion: undefined }]),
    ...program.states,
  ];

  const updateMatrix = () => {
    if (!$("matrix-details").open) return;
    const judged = columns().map(([name, state]) => [name, new Flint.Evaluator(program, state)]);
    const head = element("tr", {}, element("th", { scope: "col" }, "Feature"),
      ...judged.map(([name]) => element("th", { scope: "col" }, name)));
    const body = program.features.map(([, name, , parent], index) => {
      let depth = 0;
      for (let at = parent; at !== null; at = program.features[at][3]) depth++;
      const label = element("th", { scope: "row" }, name);
      label.style.paddingInlineStart = `${0.5 + depth}em`;
      return element("tr", {}, label, ...judged.map(([, evaluator]) => {
        const status = evaluator.status(index);
        return element("td", { className: status },
          element("span", { ariaHidden: "true" }, SYMBOLS[status]),
          element("span", { className: "spoken" }, status));
      }));
    });
    $("matrix").replaceChildren(element("thead", {}, head), element("tbody", {}, ...body));
  };

  // MARK: Audience

  const SVG = "http://www.w3.org/2000/svg";

  const bar = (parts, total) => {
    const drawing = document.createElementNS(SVG, "svg");
    drawing.setAttribute("viewBox", "0 0 100 10");
    drawing.setAttribute("preserveAspectRatio", "none");
    drawing.setAttribute("aria-hidden", "true");
    let x = 0;
    for (const [kind, amount] of parts) {
      const width = total === 0 ? 0 : (100 * amount) / total;
      const rectangle = document.createElementNS(SVG, "rect");
      for (const [name, value] of [["x", x], ["y", 0], ["width", width], ["height", 10], ["class", kind]]) {
        rectangle.setAttribute(name, value);
      }
      drawing.append(rectangle);
      x += width;
    }
    return drawing;
  };

  const share = (amount, total) => total === 0 ? "–" : `${((100 * amount) / total).toFixed(1)} %`;

  const buildAudience = () => {
    if (audience === null) return;
    $("audience-section").hidden = false;
    const total = audience.weight;
    $("audience-total").textContent = `${audience.states} states, weight ${total}` +
      (audience.rejected > 0 ? `, ${audience.rejected} lines rejected` : "");
    const names = new Map(program.features.map(([id, name]) => [id, name]));
    $("audience-list").append(...audience.features.map((feature) => {
      const blockers = feature.constraints
        .filter(({ notSatisfied, notDetermined }) => notSatisfied + notDetermined > 0)
        .sort((one, other) => other.decisive - one.decisive || other.notSatisfied - one.notSatisfied);
      const rows = blockers.map(({ feature: owner, constraint, notSatisfied, notDetermined, decisive }) =>
        element("tr", {}, element("th", { scope: "row" }, element("code", {},
          owner === feature.id ? constraint : `${owner}/${constraint}`)),
        element("td", { className: "chart" },
          bar([["unavailable", notSatisfied], ["undetermined", notDetermined]], total)),
        element("td", {}, share(notSatisfied, total)), element("td", {}, share(notDetermined, total)),
        element("td", {}, "+" + share(decisive, total))));
      const table = element("table", {}, element("thead", {}, element("tr", {},
        ...["Constraint", "Holds back", "not satisfied", "not determined", "dropping it gains"]
          .map((title) => element("th", { scope: "col" }, title)))), element("tbody", {}, ...rows));
      return element("li", {}, element("details", {}, element("summary", {},
        element("span", { className: "name" }, names.get(feature.id) ?? feature.id), " ",
        element("span", { className: "reach" }, `${share(feature.available, total)} available`), " ",
        bar([["available", feature.available], ["undetermined", feature.undetermined],
          ["unavailable", feature.unavailable]], total)),
      rows.length > 0 ? element("div", { className: "scroll", tabIndex: 0, role: "region",
        ariaLabel: `What holds ${feature.id} back` }, table) : element("p", {}, "Nothing holds it back.")));
    }));
  };

  // MARK: Start

  buildControls();
  buildStates();
  buildTree();
  buildAudience();
  $("matrix-details").addEventListener("toggle", updateMatrix);
  addEventListener("hashchange", () => { state = stateOfFragment(); update(); });
  addEventListener("beforeprint", () => { for (const one of document.querySelectorAll("details")) one.open = true; });
  state = stateOfFragment();
  update();
})();
