import { findPackageJSON } from "node:module";
import path from "node:path";

/** Returns the path of a file of the shop, also from the bundle in production. */
export const resolveFromRoot = (...names: string[]): string => path.join(ROOT, ...names);

const ROOT = path.dirname(findPackageJSON(import.meta.url) ?? "");

/** Returns the URL of the code of a thread or process. It is in the folder of the file that starts it. */
export const getThreadFile = (name: string, startedBy: string): URL =>
  new URL(name + path.extname(startedBy), startedBy);
