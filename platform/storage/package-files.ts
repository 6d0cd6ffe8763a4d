import { findPackageJSON } from "node:module";
import path from "node:path";

/** Returns the absolute path of a file in the project. Works from the source files and from the bundle. */
export const resolveFromRoot = (...names: string[]): string => path.join(ROOT, ...names);

const ROOT = path.dirname(findPackageJSON(import.meta.url) ?? "");

/** Returns the URL of a worker's entry file: next to `startedBy`, and with the same extension (.ts or .js). */
export const getThreadFile = (name: string, startedBy: string): URL =>
  new URL(name + path.extname(startedBy), startedBy);
