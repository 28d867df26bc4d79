"use strict";

/* The page: controls that change a state, and the tree and tables that show what it makes of the features. */
(() => {
  const { $, element, visible } = Elements;
  const data = JSON.parse($("program").textContent);
  const program = new Flint.Program(data);
  const SYMBOLS = { available: "✓", unavailable: "✗", undetermined: "?" };

  // MARK: State

  /** The states to start from, and which of them was chosen last. */
  const starts = [["Initial state", data.state], ["Fresh install", {}], ...data.states];
  let start = 0;
  let state = data.state;
  let evaluator;

  /** What the state gives besides the device, for paper, which has no controls. */
  const spoken = (state) => program.sections.filter(({ form }) => form !== "value").flatMap(({ key }) => {
    const given = state[key] ?? {};
    const entries = Array.isArray(given) ? given : Object.entries(given).map(([id, value]) => `${id} ${value?.until ? `until ${value.until}` : value}`);
    return entries.length > 0 ? [`${key}: ${entries.join(", ")}`] : [];
  }).join("; ");

  const readAddress = () => {
    let text = "";
    state = data.state;
    $("notice").textContent = "";
    try {
      const address = Links.read(location.hash.slice(1));
      text = address.text;
      $("search").value = address.choices.search ?? "";
      $("only").value = data.statuses.includes(address.choices.show) ? address.choices.show : "";
      if (text === "") return;
      const read = Links.readState(program, text);
      state = read.state;
      if (read.unknown.length > 0) {
        $("notice").textContent = `The link also names what this page does not know: ${visible(read.unknown.join(", "))}.`;
      }
    } catch {
      $("notice").textContent = "The link does not hold a state that this page can read; it shows the initial one.";
    }
  };

  const writeAddress = () => {
    const isInitial = Links.isSame(state, data.state);
    const address = Links.write(isInitial ? null : state, { search: $("search").value.trim(), show: $("only").value });
    history.replaceState(null, "", "#" + address);
  };

  const change = (changed) => {
    state = changed;
    writeAddress();
    update();
  };

  // MARK: Controls

  /** Each control: what brings it in line with the state. */
  const controls = [];

  const field = (label, control) => element("label", { className: "field" }, element("span", {}, label), control);

  const choice = (entry) => {
    const { values, labels } = entry.domains[0];
    const options = entry.assumed === undefined ? [[entry.section.absent, undefined]] : [];
    values.forEach((value, index) => options.push([labels[index], value]));
    const select = element("select", {}, ...options.map(([text], index) => element("option", { value: index }, text)));
    // A subscription that runs until a date, as only a state says it.
    const until = element("option", { value: options.length, hidden: true });
    if (entry.domains[0].until) select.append(until);
    select.addEventListener("change", () => {
      if (select.value < options.length) change(entry.with(state, options[select.value][1]));
    });
    controls.push(() => {
      const given = entry.read(state), index = options.findIndex(([, value]) => value === given);
      until.hidden = index >= 0;
      until.textContent = index < 0 ? visible(`until ${given.until}`) : "";
      select.value = index < 0 ? options.length : index;
    });
    return field(entry.label, select);
  };

  const text = (entry) => {
    const domain = entry.domains[0];
    const fault = element("p", { className: "fault", id: `fault-${controls.length}`, role: "status" });
    const input = element("input", {
      type: "text", placeholder: domain.example, spellcheck: false, autocomplete: "off", ariaDescribedby: fault.id,
    });
    const say = (what) => {
      input.setAttribute("aria-invalid", String(what !== ""));
      fault.textContent = visible(what);
    };
    input.addEventListener("change", () => {
      const value = input.value.trim();
      const what = value === "" ? null : domain.fault(value);
      if (what !== null) return say(`“${value}” is not taken: ${what}`);
      change(entry.with(state, value === "" ? undefined : domain.written(value)));
    });
    controls.push(() => {
      input.value = entry.given(state) ?? "";
      say("");
      unknown.hidden = entry.given(state) === null;
      if (unknown.hidden && domain.shift) fault.textContent = "not known";
    });
    // What the app asks for and does not get, which no text says.
    const unknown = element("button", { type: "button" }, "Not known");
    unknown.addEventListener("click", () => change(entry.with(state, null)));
    return element("div", {}, field(entry.label, input), ...(domain.shift ? [unknown] : []), fault);
  };

  const isWide = () => !matchMedia("(max-width: 50rem)").matches;

  const buildControls = () => {
    const groups = new Map(program.sections.map(({ title }) => [title, []]));
    for (const entry of program.entries) {
      if (entry.label === null) continue;
      groups.get(entry.section.title).push(entry.domains[0].values ? choice(entry) : text(entry));
    }
    for (const [title, fields] of groups) {
      if (fields.length === 0) continue;
      // A narrow screen shows the features at once, and the controls behind their titles.
      const open = isWide() && fields.length <= 12 && program.sections.some((one) => one.title === title && one.isOpen);
      $("controls").append(element("details", { open }, element("summary", {}, title),
        element("div", { className: "fields", role: "group", ariaLabel: title }, ...fields)));
    }
  };

  const buildStates = () => {
    const select = $("states");
    select.append(...starts.map(([name], index) => element("option", { value: index }, name)));
    select.addEventListener("change", () => {
      start = Number(select.value);
      change(starts[start][1]);
    });
    // What is chosen already can be chosen again, to go back to it.
    $("again").addEventListener("click", () => change(starts[start][1]));
    $("copy-link").addEventListener("click", () => copy(location.href, "The link"));
    $("copy-state").addEventListener("click", () =>
      copy(JSON.stringify(Links.compact(state), null, 2), "The state"));
  };

  /** The state that was chosen, and whether it has been changed since. */
  const updateStates = () => {
    const isStart = (index) => Links.isSame(starts[index][1], state);
    if (!isStart(start)) {
      const other = starts.findIndex((_, index) => isStart(index));
      if (other >= 0) start = other;
    }
    const isChanged = !isStart(start);
    [...$("states").options].forEach((option, index) => {
      option.textContent = visible(starts[index][0]) + (isChanged && index === start ? ", changed" : "");
    });
    $("states").value = start;
    $("again").hidden = !isChanged;
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
    $("search").addEventListener("input", choose);
    $("only").addEventListener("change", choose);
  };

  const MARKS = ["✗", "?", "✓", "–"];

  const constraintRow = (feature, one) => {
    const standing = evaluator.standing(one);
    const whose = one.feature === feature ? "" : ` of ${one.feature === null ? "the app" : program.features[one.feature][1]}`;
    return element("tr", { className: standing },
      element("td", {}, element("span", { className: "mark", ariaHidden: "true" },
        MARKS[data.constraintStatuses.indexOf(standing)]), " ", standing),
      element("td", {}, evaluator.sentence(one)),
      element("td", {}, element("code", {}, evaluator.name(one, one.feature)), whose));
  };

  const fillBody = (index) => {
    const row = rows[index];
    if (!row.details.open) return;
    const constraints = evaluator.constraints(index), nextStep = evaluator.nextStep(evaluator.open(index).open);
    const [id, , description] = program.features[index];
    const parts = [element("p", { className: "about" }, element("code", {}, id), description && ` — ${description}`)];
    if (constraints.length > 0) {
      parts.push(element("div", { className: "scroll", tabIndex: 0, role: "region", ariaLabel: `Constraints of ${id}` },
        element("table", {}, element("thead", {}, element("tr", {},
          ...["Status", "Why", "Constraint"].map((title) => element("th", { scope: "col" }, title)))),
        element("tbody", {}, ...constraints.map((one) => constraintRow(index, one))))));
    } else {
      parts.push(element("p", {}, "Nothing is required."));
    }
    if (nextStep !== null) {
      parts.push(element("p", { className: "next" }, element("strong", {}, "Next: "), evaluator.nextSentence(nextStep)));
    }
    if (nextStep !== null) {
      parts.push(element("p", { className: "ask" }, "What would make it available, the command ",
        element("code", {}, "flint-inspect plan"), " tells."));
    }
    row.body.replaceChildren(...parts);
  };

  const choose = () => {
    writeAddress();
    filter();
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

  const setText = (node, text) => { if (node.textContent !== text) node.textContent = text; };

  const update = () => {
    evaluator = new Evaluator(program, state);
    const counts = Object.fromEntries(data.statuses.map((status) => [status, 0]));
    rows.forEach((row, index) => {
      const status = evaluator.status(index);
      counts[status]++;
      if (row.current !== status) {
        row.current = row.item.className = status;
        row.mark.textContent = SYMBOLS[status];
        row.status.textContent = status;
      }
      setText(row.why, visible(evaluator.headline(index)));
      fillBody(index);
    });
    $("simulated").textContent = data.device.map((slot) => evaluator.slot(slot)).filter((one) => one !== "").join(", ");
    $("given").textContent = visible(spoken(state));
    $("summary").textContent =
      ["available", "unavailable", "undetermined"].map((status) => `${counts[status]} ${status}`).join(", ");
    updateStates();
    for (const control of controls) control();
    filter();
    updateMatrix();
  };

  // MARK: Matrix

  const columns = () => [
    ...program.platform.domains[0].values.map((platform) => [platform, program.platform.with(state, platform)]),
    ...data.states,
  ];

  /** So many rows are shown at first: a table of thousands takes its time. */
  let matrixRows = 500;

  const updateMatrix = () => {
    if (!$("matrix-details").open) return;
    const judged = columns().map(([name, state]) => [name, new Evaluator(program, state)]);
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

  // MARK: The end

  /** Goes to the end of a page whose height grows while more of it is seen. */
  const goToEnd = (tries) => {
    const page = document.documentElement, height = page.scrollHeight;
    scrollTo({ top: height, behavior: "instant" });
    if (tries > 0) setTimeout(() => goToEnd(page.scrollHeight === height ? tries - 1 : tries), 20);
  };

  addEventListener("keydown", (event) => {
    if (event.key !== "End" || event.defaultPrevented || event.altKey || event.shiftKey) return;
    if (event.target.closest?.("input, select, textarea, aside, .scroll")) return;
    event.preventDefault();
    goToEnd(5);
  });

  // MARK: Start

  buildControls();
  buildStates();
  buildTree();
  $("matrix-details").addEventListener("toggle", updateMatrix);
  $("matrix-more").addEventListener("click", () => {
    matrixRows = program.features.length;
    updateMatrix();
    $("matrix").parentElement.focus();
  });
  // A table that fits is shown at once.
  $("matrix-details").open = isWide() && program.features.length <= 60 && columns().length <= 12;
  addEventListener("hashchange", () => { readAddress(); update(); });
  addEventListener("beforeprint", unfold);
  addEventListener("afterprint", () => { for (const one of unfolded.splice(0)) one.open = false; });
  readAddress();
  update();
  AudienceView.build(program, evaluator);
})();
