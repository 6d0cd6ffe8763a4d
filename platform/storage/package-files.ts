import { findPackageJSON } from "node:module";
import path from "node:path";

/** Returns the path of a file of the shop, also from the bundle in production. */
export const resolveFromRoot = (...names: string[]): string => path.join(ROOT, ...names);

const ROOT = path.dirname(findPackageJSON(import.meta.url) ?? "");

/** Returns the URL of the file with the code of a thread or process. The file is in the same folder as `startedBy`. */
export const getThreadFile = (name: string, startedBy: string): URL =>
  new URL(name + path.extname(startedBy), startedBy);
