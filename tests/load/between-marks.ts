import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

const ROOT = path.resolve(import.meta.dirname, "../..");

/** Writes the figures of a command into a document, between its two marks; `change` is given what stands there. */
export function rewriteBetweenMarks(
  document: string,
  command: string,
  change: (written: string) => string,
): void {
  const file = path.join(ROOT, document);
  const begin = `<!-- ${command} -->`;
  const end = `<!-- end of ${command} -->`;
  const [head = "", rest] = readFileSync(file, "utf8").split(begin);
  const [written, tail] = rest?.split(end) ?? [];
  if (written === undefined || tail === undefined) throw new Error(`${document} has no marks of ${command}.`);
  writeFileSync(file, `${head}${begin}\n\n${change(written)}\n\n${end}${tail}`);
}
