import { ConfigError } from "#platform/config/read-settings.ts";
import { readConfig } from "../../server/settings.ts";

/** Tests of the platform read the whole shop's settings through this file. */
export { readConfig } from "../../server/settings.ts";

/** The lines that settings are refused with; none when they are valid. */
export function findMistakes(env: Record<string, string>): readonly string[] {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.mistakes;
  }
  return [];
}
