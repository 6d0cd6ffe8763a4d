import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { resolveFromRoot } from "./root.mjs";

const TEST_FILE = /\.test\.tsx?$/;

/** @param {string[]} files from the root */
export function hashFiles(files) {
  const hash = createHash("sha256");
  for (const file of files) {
    const content = readFileSync(resolveFromRoot(file));
    hash.update(`${file}\0${content.length}\0`).update(content);
  }
  return hash.digest("hex");
}

export const listSources = (...folders) => folders.flatMap(listFiles).filter((file) => !TEST_FILE.test(file));

/** @returns {string[]} */
function listFiles(folder) {
  if (!existsSync(resolveFromRoot(folder))) return [];
  return readdirSync(resolveFromRoot(folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name).replaceAll("\\", "/");
    return entry.isDirectory() ? listFiles(path) : [path];
  });
}
