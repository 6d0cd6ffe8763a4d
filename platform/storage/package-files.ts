import { findPackageJSON } from "node:module";
import path from "node:path";

/* The shop runs from its sources or, in production, from a bundle: files are found from both. */

/** A file of the shop by its path from the root of the repository. */
export const resolveFromRoot = (...names: string[]): string => path.join(ROOT, ...names);

const ROOT = path.dirname(findPackageJSON(import.meta.url) ?? "");

/** Returns the code of a thread or process: a file beside its caller, or the bundle's entry with that name. */
export const getThreadFile = (name: string, startedBy: string): URL =>
  new URL(name + path.extname(startedBy), startedBy);
