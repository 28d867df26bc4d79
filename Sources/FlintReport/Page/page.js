"use strict";

/* The page: controls that change a state, and the tree and tables that show what it makes of the features. */
(() => {
  const program = JSON.parse(document.getElementById("program").textContent);
  const SYMBOLS = { available: "✓", unavailable: "✗", undetermined: "?" };

  const { $, element, visible } = Elements;

  // MARK: State

  let state = program.state;
  let evaluator = new Flint.Evaluator(program, state);

  /** The state without what says nothing, so that links stay short. */
  const compact = (state) => Object.fromEntries(Object.entries(state).filter(([, value]) =>
    value !== undefined && (typeof value !== "object" || Object.keys(value).length > 0)));

  /** What the state gives besides the device, for paper, which has no controls. */
  const spoken = (state) => ["permissions", "purchases", "unlocked", "toggles", "runtime", "attributes", "defaults"]
    .flatMap((name) => {
      const given = state[name] ?? {};
      const entries = Array.isArray(given) ? given : Object.entries(given).map(([id, value]) => `${id} ${value}`);
      return entries.length > 0 ? [`${name}: ${entries.join(", ")}`] : [];
    }).join("; ");

  const stateOfFragment = () => {
    const text = location.hash.slice(1);
    if (text === "") return program.state;
    try {
      const { state, unknown } = StateLinks.read(program, decodeURIComponent(text));
      $("notice").textContent = unknown.length === 0 ? ""
        : `The link also names what this page does not know: ${visible(unknown.join(", "))}.`;
      return state;
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

  const isWide = () => !matchMedia("(max-width: 50rem)").matches;

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
      ? text(`${name} (credits)`, "0", (value) => /^(0|[1-9]\d{0,14})$/.test(value), () => entry("purchases", id),
        (value) => setEntry("purchases", id, value === undefined ? value : Number(value)))
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
    const few = (fields) => isWide() && fields.length <= 12;
    $("controls").append(
      ...fieldset("Device", device, isWide()),
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
      if (!steps) {
        answer.replaceChildren(steps === null ? "Nothing that the user or the app’s developer can do in this state."
          : "That is too entangled to be told here; the command ‘plan’ can.");
        return;
      }
      const apply = element("button", { type: "button" }, "Do all of it");
      apply.addEventListener("click", () => {
        change(steps.reduce((state, step) => step.apply(state), state));
        // The button is gone; whoever uses the keyboard stays where the answer is.
        rows[index].details.firstChild.focus();
      });
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
    const version = (what, text) => text === "latest" ? `the latest ${what}` : `${what} ${text}`;
    $("simulated").textContent =
      `${version(program.platforms[platform], osText)}, ${version("app version", appText)}`;
    $("given").textContent = visible(spoken(state));
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

  /** So many rows are shown at first: a table of thousands takes its time. */
  let matrixRows = 500;

  const updateMatrix = () => {
    if (!$("matrix-details").open) return;
    const judged = columns().map(([name, state]) => [name, new Flint.Evaluator(program, state)]);
    const head = element("tr", {}, element("th", { scope: "col" }, "Feature"),
      ...judged.map(([name]) => element("th", { scope: "col" }, name)));
    const count = program.features.length;
    const body = program.features.slice(0, matrixRows).map(([, name, , parent], index) => {
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
    $("matrix-more").hidden = matrixRows >= count;
    $("matrix-more").textContent = `Show all ${count.toLocaleString("en-US")} features`;
  };

  // MARK: Paper

  const unfolded = [];

  /** What is folded up is printed as well, where that does not make a book. */
  const unfold = () => {
    if (program.features.length > 500) return;
    unfolded.push(...document.querySelectorAll("main details:not([open])"));
    for (const one of unfolded) one.open = true;
    rows.forEach((_, index) => fillBody(index));
    for (const one of document.querySelectorAll("#audience-list details")) one.fill();
    updateMatrix();
  };

  // MARK: Start

  buildControls();
  buildStates();
  buildTree();
  AudienceView.build(program, evaluator);
  $("matrix-details").addEventListener("toggle", updateMatrix);
  $("matrix-more").addEventListener("click", () => {
    matrixRows = program.features.length;
    updateMatrix();
    $("matrix").parentElement.focus();
  });
  // A table that fits is shown at once.
  $("matrix-details").open = isWide() && program.features.length <= 60 && columns().length <= 12;
  addEventListener("hashchange", () => { state = stateOfFragment(); update(); });
  addEventListener("beforeprint", unfold);
  addEventListener("afterprint", () => { for (const one of unfolded.splice(0)) one.open = false; });
  state = stateOfFragment();
  update();
})();
