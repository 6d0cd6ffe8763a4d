// node tests/architecture/write-threats.ts: writes the last column of the table of threats in docs/threats.md.

import { readFileSync, writeFileSync } from "node:fs";
import { rowOf, shownBy, testsOfThreats, THREATS } from "./threats.ts";

const tests = testsOfThreats();
const lines = readFileSync(THREATS, "utf8")
  .split("\n")
  .map((line) => {
    const row = rowOf(line);
    return row ? `| ${row.id} | ${row.told} | ${shownBy(tests.get(row.id) ?? [])} |` : line;
  });
writeFileSync(THREATS, lines.join("\n"));
const missing = lines.map(rowOf).filter((row) => row?.files.length === 0);
process.stdout.write(`Missing: ${missing.map((row) => row?.id).join(", ") || "none"}\n`);
