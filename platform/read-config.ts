import { existsSync } from "node:fs";
import * as v from "valibot";
import type { Config } from "./config.ts";
import { describeIssue, settings } from "./check-settings.ts";

/** What the environment says and cannot mean. `mistakes` has one line for each, all found at once. */
export class ConfigError extends Error {
  readonly mistakes: readonly string[];

  constructor(mistakes: readonly string[]) {
    super(`The shop cannot start with these settings:\n${mistakes.map((line) => `  - ${line}`).join("\n")}`);
    this.name = "ConfigError";
    this.mistakes = mistakes;
  }
}

/** Reads the settings. An empty variable counts as not set. @throws ConfigError naming every mistake. */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()));
  const result = v.safeParse(settings, given);
  if (!result.success) throw new ConfigError(result.issues.map(describeIssue));
  return result.output;
}

/** Adds the variables of a `.env` file, if there is one, to those the process already has. */
export function loadEnvFile(file = ".env"): void {
  if (existsSync(file)) process.loadEnvFile(file);
}
