import { ConfigError } from "#platform/config/read-settings.ts";
import { readConfig } from "../../server/settings.ts";

/** Tests of platform/ import `readConfig` from here, because they must not import server/ directly. */
export { readConfig } from "../../server/settings.ts";

export function findMistakes(env: Record<string, string>): readonly string[] {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.mistakes;
  }
  return [];
}
