"use strict";

/* JSON with exact integers: those beyond 2^53 are BigInts. */
const ExactJSON = (() => {
  // While JSON is parsed or written, large integers are strings with this prefix. No string of a state has it.
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
