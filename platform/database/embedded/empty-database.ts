import { readFileSync } from "node:fs";
import { resolveFromRoot } from "../../storage/package-files.ts";

const engine = resolveFromRoot("node_modules/@electric-sql/pglite/package.json");
const { version } = JSON.parse(readFileSync(engine, "utf8")) as { version: string };

/**
 * A database folder as the embedded engine makes it, which the build leaves for first starts: making one takes
 * seconds and 600 MB, copying it neither. It may be missing where nothing was built.
 */
export const EMPTY_DATABASE = resolveFromRoot("dist", `.database-${version}`);
