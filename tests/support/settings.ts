import { ConfigError } from "#platform/config/read-settings.ts";
import { readConfig } from "../../server/settings.ts";

/** Tests of platform/ read the settings of the whole shop through this file. */
export { readConfig } from "../../server/settings.ts";

/** Returns the error lines for these settings, or an empty list if they are valid. */
export function findMistakes(env: Record<string, string>): readonly string[] {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.mistakes;
  }
  return [];
}
