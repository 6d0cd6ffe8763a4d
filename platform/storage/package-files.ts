import { findPackageJSON } from "node:module";
import path from "node:path";

/* Finds files of the shop both when it runs from its sources and when it runs from a bundle (in production). */

/** A file of the shop by its path from the root of the repository. */
export const resolveFromRoot = (...names: string[]): string => path.join(ROOT, ...names);

const ROOT = path.dirname(findPackageJSON(import.meta.url) ?? "");

/** Returns the code of a thread or process: a file beside its caller, or the bundle's entry with that name. */
export const getThreadFile = (name: string, startedBy: string): URL =>
  new URL(name + path.extname(startedBy), startedBy);
