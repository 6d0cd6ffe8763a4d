import { findPackageJSON } from "node:module";
import path from "node:path";

/* Finds files of the shop both when it runs from its sources and when it runs from a bundle (in production). */

/** Returns the path of a file of the shop, from its path in the repository. */
export const resolveFromRoot = (...names: string[]): string => path.join(ROOT, ...names);

const ROOT = path.dirname(findPackageJSON(import.meta.url) ?? "");

/**
 * Returns the URL of the code for a thread or process: beside the file that starts it, or in the bundle under this
 * name.
 */
export const getThreadFile = (name: string, startedBy: string): URL =>
  new URL(name + path.extname(startedBy), startedBy);
