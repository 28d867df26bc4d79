"use strict";

/* How the page makes its elements. */
const Elements = (() => {
  const $ = (id) => document.getElementById(id);

  /** Text in which what a screen would obey (controls, changes of direction) is shown instead. */
  const visible = (text) => text.replace(
    /[\0-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g,
    (one) => "\\u" + one.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0"));

  /** An element with properties and children; text is only ever set as text. */
  const element = (tag, properties = {}, ...children) => {
    const made = document.createElement(tag);
    for (const [name, value] of Object.entries(properties)) {
      if (name.startsWith("aria")) made.setAttribute("aria-" + name.slice(4).toLowerCase(), visible(value));
      else if (name in made) made[name] = typeof value === "string" ? visible(value) : value;
      else made.setAttribute(name, value);
    }
    made.append(...children.map((child) => typeof child === "string" ? visible(child) : child));
    return made;
  };

  /** How statuses are marked. */
  const symbols = { available: "✓", unavailable: "✗", undetermined: "?" };

  /** `1,234,567` */
  const count = (number) => number.toLocaleString("en-US");

  const plural = (word, number) => Number(number) === 1 ? word : `${word}s`;

  return { $, element, visible, symbols, count, plural };
})();
