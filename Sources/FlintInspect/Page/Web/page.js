"use strict";

/* The page: controls that change the state, and the tree and tables of the features in that state. */
(() => {
  const { $, element, visible, symbols } = Elements;
  const data = ExactJSON.parse($("model").textContent);
  const model = new Flint.Model(data);
  const isWide = () => !matchMedia("(max-width: 50rem)").matches;

  // MARK: State

  /** The states to start from. `start` is the index of the one selected last. */
  const starts = [["Fresh install", {}], ...data.states.map(({ name, state }) => [name, state])];
  if (!starts.some(([, state]) => Links.isSame(state, data.state))) starts.unshift(["Initial state", data.state]);
  let start = starts.findIndex(([, state]) => Links.isSame(state, data.state));
  let state = data.state;
  let evaluator;

  /** Describes the facts of the state other than the device, for print, where the controls are hidden. */
  const spoken = (state) => model.sections.filter(({ form }) => form !== "value").flatMap((section) => {
    const given = model.entries.filter((one) => one.section === section && one.label !== undefined && one.given(state) !== undefined)
      .map((entry) => {
        const value = entry.given(state), { domain } = entry;
        if (value?.until !== undefined) return `${entry.label} until ${value.until}`;
        const word = domain.values ? domain.labels.get(value) : value ?? "unknown";
        return section.form === "list" ? entry.label : `${entry.label} ${word}`;
      });
    return given.length > 0 ? [`${section.title}: ${given.join(", ")}`] : [];
  }).join("; ");

  const readAddress = () => {
    let text = "";
    state = data.state;
    $("notice").textContent = "";
    const isOf = (all, one) => all.includes(one) ? one : "";
    try {
      const address = Links.read(location.hash.slice(1));
      text = address.text;
      $("search").value = address.choices.search ?? "";
      $("only").value = isOf([...$("only").options].map(({ value }) => value), address.choices.show);
      $("team").value = isOf(data.teams, address.choices.team) && data.teams.indexOf(address.choices.team);
      if (text === "") return;
      const read = Links.readState(model, text);
      state = read.state;
      if (read.unknown.length > 0) {
        $("notice").textContent = `Unknown names in the link are ignored: ${visible(read.unknown.join(", "))}.`;
      }
    } catch (error) {
      const why = error instanceof Links.Wrong ? ` (${error.message})` : "";
      $("notice").textContent = visible(`The link contains no valid state${why}; the page shows the initial state.`);
    }
  };

  const writeAddress = () => {
    const isInitial = Links.isSame(state, data.state);
    const choices = { search: $("search").value.trim(), show: $("only").value, team: data.teams[$("team").value] ?? "" };
    const address = Links.write(isInitial ? null : state, choices);
    history.replaceState(null, "", "#" + address);
  };

  const change = (changed) => {
    state = changed;
    writeAddress();
    update();
  };

  const buildStates = () => {
    const select = $("states");
    select.append(...starts.map(([name], index) => element("option", { value: index }, name)));
    select.addEventListener("change", () => {
      start = Number(select.value);
      change(starts[start][1]);
    });
    // A select element reports no change if the same option is selected again, so a button resets the state.
    $("again").addEventListener("click", () => change(starts[start][1]));
    $("copy-link").addEventListener("click", () => copy(location.href, "The link"));
    $("copy-state").addEventListener("click", () =>
      copy(ExactJSON.text(Links.compact(state), 2), "The state"));
    $("copy-scenario").addEventListener("click", () => {
      const name = $("scenario-name").value.trim() || $("scenario-name").placeholder;
      copy(ExactJSON.text(Scenario.of(evaluator, name), 2), "The scenario");
    });
  };

  /** Updates the list of states: the selected one, and whether the state differs from it. */
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
      $("notice").textContent = `${what} was copied to the clipboard.`;
    } catch {
      const lines = content.split("\n").flatMap((line) => [line, document.createElement("br")]).slice(0, -1);
      $("notice").replaceChildren(`${what} could not be copied to the clipboard. Copy it from here: `, element("code", { tabIndex: 0 }, ...lines));
    }
  };

  /** Opens or closes the panel of the controls on a narrow screen. On a wide screen it is always visible. */
  const showPanel = (isOpen) => {
    $("state-panel").classList.toggle("open", isOpen);
    $("state-button").setAttribute("aria-expanded", String(isOpen));
    $("state-button").textContent = isOpen ? "Show features" : "Change state";
    scrollTo({ top: document.querySelector(".bar").offsetTop, behavior: "instant" });
  };

  const buildPanel = () => {
    $("state-button").addEventListener("click", () => showPanel(!$("state-panel").classList.contains("open")));
    $("state-done").addEventListener("click", () => {
      showPanel(false);
      $("state-button").focus();
    });
  };

  // MARK: Features

  const rows = [];

  const buildTree = () => {
    const lists = new Map([[undefined, $("tree")]]);
    model.features.forEach(({ id, name, parent }, index) => {
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
    $("team").append(...data.teams.map((team, index) => element("option", { value: index }, team)));
    $("team").parentElement.hidden = data.teams.length === 0;
    $("team").addEventListener("change", choose);
  };

  const fillBody = (index) => {
    const { details, body } = rows[index];
    if (!details.open) return;
    body.replaceChildren(...FeatureBody.parts(evaluator, index, { copy }));
  };

  const choose = () => {
    writeAddress();
    filter();
  };

  const filter = () => {
    const wanted = $("search").value.trim().toLowerCase();
    const only = $("only").value, team = $("team").value;
    const isShown = rows.map((row, index) => row.text.includes(wanted) && (only === "" || row.item.classList.contains(only))
      && (team === "" || model.features[index].team === data.teams[team]));
    for (let index = rows.length - 1; index >= 0; index--) {
      const { parent } = model.features[index];
      if (isShown[index] && parent !== undefined) isShown[parent] = true;
    }
    rows.forEach((row, index) => { row.item.hidden = !isShown[index]; });
    $("none").hidden = isShown.some(Boolean);
  };

  const setText = (node, text) => { if (node.textContent !== text) node.textContent = text; };

  const update = () => {
    evaluator = new Evaluator(model, state);
    updateStates();
    const before = starts[start].evaluator ??= new Evaluator(model, starts[start][1]);
    const counts = Object.fromEntries(Object.values(data.statuses).map((status) => [status, 0]));
    rows.forEach((row, index) => {
      const status = evaluator.status(index);
      counts[status]++;
      const old = before.status(index), words = old === status ? status : `${old} → ${status}`;
      if (row.status.textContent !== words) {
        row.item.className = old === status ? status : `${status} changed`;
        row.mark.textContent = symbols[status];
        row.status.textContent = words;
      }
      setText(row.why, visible(evaluator.headline(index)));
      fillBody(index);
    });
    $("simulated").textContent = $("scenario-name").placeholder = evaluator.device;
    $("given").textContent = visible(spoken(state));
    $("summary").textContent =
      ["available", "unavailable", "undetermined"].map((status) => `${counts[status]} ${status}`).join(", ");
    const broken = evaluator.broken.map(({ name }) => `“${name}”`).join(", ");
    setText($("broken"), broken && visible(`This state is impossible: it breaks the assumption${evaluator.broken.length > 1 ? "s" : ""} ${broken}.`));
    updateControls();
    filter();
    updateMatrix(state);
  };

  // MARK: Print

  const unfolded = [];

  /** Expands for print what is in the way of features, except on pages with more than 500 features. */
  const unfold = () => {
    if (model.features.length > 500) return;
    unfolded.push(...document.querySelectorAll("#tree li:not(.available) > details:not([open])"));
    for (const one of unfolded) one.open = true;
    rows.forEach((_, index) => fillBody(index));
  };

  // MARK: End key

  /** Scrolls to the end of the page. The page grows when it is scrolled, so this repeats until its height is stable. */
  const goToEnd = (tries) => {
    const page = document.documentElement, height = page.scrollHeight;
    scrollTo({ top: height, behavior: "instant" });
    // The height of newly visible elements is known only after they have been rendered.
    const again = () => goToEnd(page.scrollHeight === height ? tries - 1 : tries);
    if (tries > 0) requestAnimationFrame(() => setTimeout(again, 20));
  };

  addEventListener("keydown", (event) => {
    if (event.key !== "End" || event.defaultPrevented || event.altKey || event.shiftKey) return;
    if (event.target.closest?.("input, select, textarea, aside, .scroll")) return;
    event.preventDefault();
    goToEnd(5);
  });

  // MARK: Start

  const updateControls = Controls.build(model, () => state, change, isWide);
  const updateMatrix = Matrix.build(model, () => state, isWide);
  buildStates();
  buildPanel();
  buildTree();
  addEventListener("hashchange", () => { readAddress(); update(); });
  addEventListener("beforeprint", unfold);
  addEventListener("afterprint", () => { for (const one of unfolded.splice(0)) one.open = false; });
  readAddress();
  update();
  AudienceView.build(model, evaluator);
})();
