import { ConfigError, readConfig } from "../../platform/config/read-config.ts";

export function findMistakes(env: Record<string, string>): readonly string[] {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.mistakes;
  }
  return [];
}
