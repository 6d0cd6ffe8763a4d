import { globSync, readFileSync } from "node:fs";
import path from "node:path";

/**
 * Names every class of the style sheets as the build sends it: as short as can be, because a list repeats them on every
 * card, and always alike for the same style sheets, in the browser's half and in the server's.
 */
export function createClassNames(root: string): (name: string, file: string) => string {
  const files = globSync("{ui,client,shop,web}/**/*.module.css", { cwd: root }).toSorted();
  const all = files.flatMap((file) => listNames(readFileSync(path.join(root, file), "utf8"), file));
  const short = new Map(all.map((source, index) => [source, toShortName(index)]));
  return (name, file) => {
    const source = `${toPath(path.relative(root, file.replace(/\?.*/, "")))}.${name}`;
    const found = short.get(source);
    if (found === undefined) throw new Error(`${source} was not found among the style sheets.`);
    return found;
  };
}

/** Lists the names of classes and of animations. */
const listNames = (sheet: string, file: string): string[] => {
  const found = sheet.matchAll(/(?:\.|@keyframes\s+)([A-Za-z][\w-]*)/g);
  return [...new Set([...found].map(([, name]) => name))].map((name) => `${toPath(file)}.${name}`);
};

const toPath = (file: string): string => file.replaceAll(path.sep, "/");

/** `a` to `z`, `a0` to `zz`, `a00` and so on: a class does not begin with a digit. */
function toShortName(index: number): string {
  const [letter, rest] = [index % 26, Math.floor(index / 26)];
  return String.fromCharCode(97 + letter) + (rest > 0 ? (rest - 1).toString(36) : "");
}
