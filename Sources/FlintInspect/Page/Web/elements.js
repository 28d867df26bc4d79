"use strict";

/* Functions that create the page's elements. */
const Elements = (() => {
  const $ = (id) => document.getElementById(id);

  /** Returns the text with control characters and direction marks replaced by visible escapes. */
  const visible = (text) => text.replace(
    /[\0-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g,
    (one) => "\\u" + one.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0"));

  /** Creates an element with properties and children. Strings are inserted as text, never as markup. */
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

  /** The symbols of the statuses. */
  const symbols = { available: "✓", unavailable: "✗", undetermined: "?" };

  /** Formats a number with separators: `1,234,567`. */
  const count = (number) => number.toLocaleString("en-US");

  const plural = (word, number) => Number(number) === 1 ? word : `${word}s`;

  return { $, element, visible, symbols, count, plural };
})();
