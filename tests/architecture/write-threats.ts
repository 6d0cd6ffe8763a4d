// node tests/architecture/write-threats.ts: writes the last column of the table of threats in docs/developers/security.md.

import { readFileSync, writeFileSync } from "node:fs";
import { parseRow, listProofs, listTestsOfThreats, THREATS } from "./threats.ts";

const tests = listTestsOfThreats();
const lines = readFileSync(THREATS, "utf8")
  .split("\n")
  .map((line) => {
    const row = parseRow(line);
    return row ? `| ${row.id} | ${row.statement} | ${listProofs(tests.get(row.id) ?? [])} |` : line;
  });
writeFileSync(THREATS, lines.join("\n"));
const missing = lines.map(parseRow).filter((row) => row?.files.length === 0);
process.stdout.write(`Missing: ${missing.map((row) => row?.id).join(", ") || "none"}\n`);
