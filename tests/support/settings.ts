import { ConfigError } from "#platform/config/read-settings.ts";
import { readConfig } from "../../server/settings.ts";

/** The tests of platform/ import this from here, because they need the settings of the whole shop. */
export { readConfig } from "../../server/settings.ts";

export function findMistakes(env: Record<string, string>): readonly string[] {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.mistakes;
  }
  return [];
}
