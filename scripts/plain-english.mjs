// node scripts/plain-english.mjs [PATH…]: prints the share of sentences that may not be plain English.

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { resolveFromRoot } from "./root.mjs";
import { say } from "./progress.mjs";

const MOST = 2;

const PATTERNS = [
  /\b(?:is|are|was|were) (?:no|none|nobody|nothing)\b/,
  /\b(?:has|have) none\b/,
  /\bno one\b/,
  /\b(?:page|shop|screen|row|table|mail|server|browser|process|order|desk|form|answer) (?:says?|said|tells?|hears?|knows?|speaks?|asks?)\b/i,
  /\b(?:stands?|stood|lies) (?:in|on|at|below|above|beside|there|for)\b/i,
  /\b(?:comes to|came of|goes by|gone by|left over|goes back to what)\b/i,
  /\b(?:of|in|with|by|for|from|and|than|on|is|are) what (?:is|are|was|were|it|they|the|a|has|have|one)\b/i,
  /\bone (?:can|may|must|types|asks|looks|sees|would|wants|reads|presses|meets)\b/i,
  /\b(?:of its own|of one's own|of their own|by itself|by themselves)\b/i,
  /\b(?:whoever|whatever|wherever|for good|in vain|anew|thereof|meanwhile)\b/i,
  /\b(?:as it is|as they are|as it was|let be)\b/i,
];

const WITHOUT_SUBJECT =
  /^(?:What|Who|Whom|Whose|Where|Why|Which|That|Of|So|As|Nor|Before|Beside|Besides)\b(?!.*\?$)/;

function* listLines(file, content) {
  let isInFence = false;
  let isInBlock = false;
  for (const [index, line] of content.split("\n").entries()) {
    if (file.endsWith(".md")) {
      if (line.startsWith("```")) isInFence = !isInFence;
      else if (!isInFence && /\w/.test(line) && !/^\s*[|#]/.test(line))
        yield { line: index + 1, text: line.replace(/^\s*(?:[-*]|\d+\.)\s+/, ""), isComment: false };
      continue;
    }
    const title = /\b(?:test|it|describe)(?:\.\w+)?\(\s*["`](.+?)["`],/.exec(line)?.[1];
    const comment =
      /\/\*\*?\s*(.+?)\s*(?:\*\/)?$/.exec(line)?.[1] ??
      /(?:^|\s)\/\/\s+(.+)$/.exec(line)?.[1] ??
      (isInBlock ? /^\s*\*\s+(.+?)\s*(?:\*\/)?$/.exec(line)?.[1] : undefined);
    const isFirstLine = !isInBlock;
    if (line.includes("/*")) isInBlock = !line.includes("*/");
    else if (line.includes("*/")) isInBlock = false;
    const text = title ?? comment;
    if (text !== undefined) yield { line: index + 1, text, isComment: isFirstLine };
  }
}

const isCounted = ({ text }) => text.length >= 12 && !/^@|oxlint|eslint|https?:/.test(text);
const isUnusual = ({ text, isComment }) =>
  PATTERNS.some((pattern) => pattern.test(text)) || (isComment && WITHOUT_SUBJECT.test(text));

/** Counts all sentences and the unusual ones (`isUnusual`) in each top-level folder, and lists the unusual ones. */
export function measureEnglish(paths = []) {
  const listed = execFileSync("git", ["ls-files", "--", ...paths], {
    cwd: resolveFromRoot(),
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  });
  const counts = new Map();
  const unusual = [];
  for (const file of listed.split("\n").filter((each) => /\.(?:ts|tsx|mjs|css|md)$/.test(each))) {
    const folder = file.includes("/") ? file.slice(0, file.indexOf("/")) : ".";
    const count = counts.get(folder) ?? { lines: 0, unusual: 0 };
    counts.set(folder, count);
    let content;
    try {
      content = readFileSync(resolveFromRoot(file), "utf8");
    } catch (error) {
      if (error.code === "ENOENT") continue; // The file was deleted, but the deletion is not committed yet.
      throw error;
    }
    for (const each of listLines(file, content)) {
      if (!isCounted(each)) continue;
      count.lines += 1;
      if (!isUnusual(each)) continue;
      count.unusual += 1;
      unusual.push(`${file}:${each.line}: ${each.text}`);
    }
  }
  return { counts, unusual };
}

export function describeEnglish({ counts }) {
  const shares = [...counts]
    .filter(([, { lines }]) => lines > 0)
    .map(([folder, { lines, unusual }]) => ({ folder, share: (100 * unusual) / lines }))
    .toSorted((one, other) => other.share - one.share);
  const texts = shares.map(({ folder, share }) => `${folder} ${share.toFixed(1)} %`);
  const above = shares.filter(({ share }) => share > MOST).map(({ folder }) => folder);
  const warning = above.length === 0 ? "" : `; above ${MOST} %, please rewrite: ${above.join(", ")}`;
  return `unusual English: ${texts.join(", ")}${warning}`;
}

if (import.meta.main) {
  const paths = process.argv.slice(2);
  const measured = measureEnglish(paths);
  if (paths.length > 0) for (const line of measured.unusual) say(line);
  say(describeEnglish(measured));
}
