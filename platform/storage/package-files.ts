import { findPackageJSON } from "node:module";
import path from "node:path";

/* The shop runs from its sources and, in production, from one bundle of them: files are found from both. */

/** A file of the shop by its path from the root of the repository. */
export const resolveFromRoot = (...names: string[]): string => path.join(ROOT, ...names);

const ROOT = path.dirname(findPackageJSON(import.meta.url) ?? "");

/** The code of a thread or process: a file beside the code that starts it, or the bundle's entry of that name. */
export const getThreadFile = (name: string, startedBy: string): URL =>
  new URL(name + path.extname(startedBy), startedBy);
