import { findPackageJSON } from "node:module";
import path from "node:path";

/* Finds the shop's own files, both from the sources and from the bundle in production. */

/** Returns the path of a file of the shop, from its path in the repository. */
export const resolveFromRoot = (...names: string[]): string => path.join(ROOT, ...names);

const ROOT = path.dirname(findPackageJSON(import.meta.url) ?? "");

/**
 * Returns the URL of the file `name` with the code of a thread or process. The file is in the folder of the file that
 * starts it, both in the sources and in a bundle.
 */
export const getThreadFile = (name: string, startedBy: string): URL =>
  new URL(name + path.extname(startedBy), startedBy);
