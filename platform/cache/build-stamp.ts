import { existsSync, readFileSync } from "node:fs";
import { resolveFromRoot } from "../storage/package-files.ts";

const LENGTH = 12;

/** What the bundle was built from, the same for the same sources; null where nothing is built. */
export function readBuildStamp(): string | null {
  const stamp = resolveFromRoot("dist/.made-of");
  return existsSync(stamp) ? readFileSync(stamp, "utf8").slice(0, LENGTH) : null;
}
