import { existsSync } from "node:fs";
import * as v from "valibot";
import type { Config } from "./config.ts";
import { describeIssue, settings } from "./check-settings.ts";
import { readSettingFiles } from "./setting-files.ts";

/** What the environment says and cannot mean. `mistakes` has one line for each, all found at once. */
export class ConfigError extends Error {
  readonly mistakes: readonly string[];

  constructor(mistakes: readonly string[]) {
    super(`The shop cannot start with these settings:\n${mistakes.map((line) => `  - ${line}`).join("\n")}`);
    this.name = "ConfigError";
    this.mistakes = mistakes;
  }
}

/**
 * Reads the settings, and the files of those that are given as NAME_FILE. An empty variable counts as not set.
 * @throws ConfigError naming every mistake.
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()));
  const { values, files, mistakes } = readSettingFiles(given);
  const result = v.safeParse(settings, values);
  // What is missing only because its file could not be read is named once.
  const issues = (result.issues ?? []).filter((issue) => !mistakes.has(v.getDotPath(issue) ?? ""));
  if (!result.success || mistakes.size > 0)
    throw new ConfigError([...mistakes.values(), ...issues.map(describeIssue)]);
  return { ...result.output, settingFiles: files };
}

/** Adds the variables of a `.env` file, if there is one, to those the process already has. */
export function loadEnvFile(file = ".env"): void {
  if (existsSync(file)) process.loadEnvFile(file);
}
