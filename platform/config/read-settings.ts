import { existsSync, readFileSync } from "node:fs";
import { stat } from "node:fs/promises";
import * as v from "valibot";
import type { Finding } from "../checks/finding.ts";

export class ConfigError extends Error {
  readonly mistakes: readonly string[];

  constructor(mistakes: readonly string[]) {
    super(`The shop cannot start with these settings:\n${mistakes.map((line) => `  - ${line}`).join("\n")}`);
    this.name = "ConfigError";
    this.mistakes = mistakes;
  }
}

type Variables = Readonly<Record<string, string | undefined>>;

/** Reads each setting from its variable NAME, or from the file in NAME_FILE. @throws ConfigError with all errors */
export function readSettings<Settings extends object>(
  schema: v.GenericSchema<unknown, Settings>,
  names: readonly string[],
  env: Variables,
): Settings & { settingFiles: readonly SettingFile[] } {
  const variables = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()));
  const { values, files, mistakes } = readFiles(names, variables);
  const result = v.safeParse(schema, values);
  const issues = (result.issues ?? [])
    // If the file of a setting is unreadable, do not also report the setting as missing.
    .filter((issue) => !mistakes.has(v.getDotPath(issue) ?? ""))
    .map((issue) => {
      const name = v.getDotPath(issue) ?? "settings";
      return `${name}: ${issue.message.replaceAll("example NAME=", `example ${name}=`)}`;
    });
  // Several groups of settings may reject the same variable, so remove duplicate messages.
  if (!result.success || mistakes.size > 0)
    throw new ConfigError([...new Set([...mistakes.values(), ...issues])]);
  return { ...result.output, settingFiles: files };
}

/** A setting read from a file, so that its value is not in the environment or on the command line. */
export interface SettingFile {
  name: string;
  file: string;
}

/** For each variable NAME_FILE, sets NAME to the content of that file. `mistakes` contains error messages by name. */
function readFiles(names: readonly string[], variables: Variables) {
  const values: Record<string, string | undefined> = { ...variables };
  const mistakes = new Map<string, string>();
  const files = names.flatMap((name): SettingFile[] => {
    const file = variables[`${name}_FILE`];
    return file === undefined ? [] : [{ name, file }];
  });
  for (const { name, file } of files) {
    const result =
      variables[name] === undefined
        ? readValue(file)
        : { mistake: "NAME is set too. Remove NAME or NAME_FILE." };
    if ("value" in result) values[name] = result.value;
    else mistakes.set(name, `${name}_FILE: ${result.mistake.replaceAll("NAME", name)}`);
  }
  return { values, files, mistakes };
}

/** Reads a setting's value from a file, without the line break that editors and `echo` add at the end. */
function readValue(file: string): { value: string } | { mistake: string } {
  try {
    const value = readFileSync(file, "utf8").replace(/[\r\n]+$/, "");
    return value.trim() === ""
      ? { mistake: `${file} is empty. Write the value of NAME into it.` }
      : { value };
  } catch (cause) {
    const { code = "", message } = cause as NodeJS.ErrnoException;
    return { mistake: readErrors[code]?.replace("FILE", file) ?? `${file} cannot be read: ${message}.` };
  }
}

const readErrors: Record<string, string> = {
  ENOENT:
    "the file FILE does not exist. Create it with the value of NAME, or enter the path of another file.",
  EACCES: "this user has no permission to read FILE. Make it readable for the user that runs the shop.",
  EISDIR: "FILE is a folder. Enter the path of a file that contains the value of NAME.",
};

const namesOfEnvFile = new Set<string>();

export function loadEnvFile(file = ".env"): void {
  if (!existsSync(file)) return;
  const previous = new Set(Object.keys(process.env));
  process.loadEnvFile(file);
  for (const name of Object.keys(process.env)) if (!previous.has(name)) namesOfEnvFile.add(name);
}

export const isFromEnvFile = (name: string): boolean => namesOfEnvFile.has(name);

const OTHERS_READ = 0o004;

export async function checkSettingFiles(files: readonly SettingFile[]): Promise<Finding[]> {
  const findings = await Promise.all(
    files.map(async ({ name, file }): Promise<Finding[]> => {
      const match = await stat(file).catch(() => null);
      if (process.platform === "win32" || match === null || !(match.mode & OTHERS_READ)) return [];
      return [
        {
          about: `${name}_FILE`,
          what: `every user of this machine can read ${file}`,
          remedy: `Let only its owner read ${file}`,
        },
      ];
    }),
  );
  return findings.flat();
}
