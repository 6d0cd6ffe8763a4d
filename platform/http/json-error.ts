/** Where a text stops being JSON, as an editor counts, and why, in words for people who write it by hand. */
export interface JsonError {
  line: number;
  column: number;
  message: string;
}

type State = "value" | "item or ]" | "name or }" | "name" | ":" | ", or end";

const BLANKS = /[ \t\n\r]*/y;

const TOKEN =
  /[[\]{},:]|"(?:[^"\\\u0000-\u001F]|\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[Ee][+-]?\d+)?|true|false|null/y;

const expected = {
  value: "a value",
  "item or ]": "a value or ]",
  "name or }": 'a name in "…" or }',
  name: 'a name in "…"',
  ":": "a :",
};

/** Finds the first place at which a text is no JSON; null when all of it is. `JSON.parse` names places only at times. */
export function findJsonError(text: string): JsonError | null {
  const open: string[] = [];
  let state: State = "value";
  let at = 0;
  for (;;) {
    at += matchAt(BLANKS, text, at).length;
    if (at === text.length) {
      if (open.length === 0 && state === ", or end") return null;
      return locate(text, at, `the file ends, but ${open.at(-1) ?? "a value"} is missing.`);
    }
    const token = matchAt(TOKEN, text, at);
    const next: State | null = token ? step(state, token, open) : null;
    if (!next) return locate(text, at, describe(state, text.slice(at), token, open.at(-1)));
    state = next;
    at += token.length;
  }
}

/** The state after a token; null when it may not stand there. `open` holds what closes what is open. */
function step(state: State, token: string, open: string[]): State | null {
  const isText = token.startsWith('"');
  if (state === "name" || state === "name or }") {
    if (isText) return ":";
    return token === "}" && state === "name or }" ? close(token, open) : null;
  }
  if (state === ":") return token === ":" ? "value" : null;
  if (state === ", or end") {
    if (token === "," && open.length > 0) return open.at(-1) === "}" ? "name" : "value";
    return close(token, open);
  }
  if (token === "{" || token === "[") {
    open.push(token === "{" ? "}" : "]");
    return token === "{" ? "name or }" : "item or ]";
  }
  if (token === "]" && state === "item or ]") return close(token, open);
  return /^[\]},:]$/.test(token) ? null : ", or end";
}

function close(token: string, open: string[]): State | null {
  if (open.at(-1) !== token) return null;
  open.pop();
  return ", or end";
}

function describe(state: State, rest: string, token: string, closing = "nothing more"): string {
  if (rest.startsWith('"') && !token)
    return 'a text begins here that has no " at its end, or a line break in it.';
  if (/^["“”„‘’']/.test(rest) && !token) return `texts are written between straight quotes: "…".`;
  if ((token === "}" && state === "name") || (token === "]" && state === "value"))
    return `there is a comma too many before this ${token}.`;
  const found = token || /^[\p{L}\p{N}_]+|./su.exec(rest)?.[0];
  const due = state !== ", or end" ? expected[state] : closing.length > 1 ? closing : `a comma or ${closing}`;
  return `${due} is expected here, and not ${found}.`;
}

function matchAt(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? "";
}

function locate(text: string, at: number, message: string): JsonError {
  const lines = text.slice(0, at).split("\n");
  return { line: lines.length, column: (lines.at(-1) ?? "").length + 1, message };
}
