"use strict";

/* JSON whose integers stay exact: those that a script's numbers cannot hold are BigInts. */
const ExactJSON = (() => {
  // No text of a state begins so: what is put in the place of a number comes back as that number.
  const MARK = "\0integer ";

  const parse = (text) => {
    let hasMarks = false;
    const marked = text.replace(/"[^"\\]*(?:\\.[^"\\]*)*"|-?\d{16,}(?![\d.eE])/g, (token) => {
      if (token[0] === '"' || Number.isSafeInteger(Number(token))) return token;
      hasMarks = true;
      return JSON.stringify(MARK + token);
    });
    if (!hasMarks) return JSON.parse(text);
    const revive = (_, value) =>
      typeof value === "string" && value.startsWith(MARK) ? BigInt(value.slice(MARK.length)) : value;
    return JSON.parse(marked, revive);
  };

  const text = (value, indentation) => JSON.stringify(value,
    (_, one) => typeof one === "bigint" ? MARK + one : one, indentation)
    .replace(/"\\u0000integer (-?\d+)"/g, "$1");

  return { parse, text };
})();
