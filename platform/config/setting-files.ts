import { readFileSync } from "node:fs";
import { stat } from "node:fs/promises";
import type { Finding } from "../checks/finding.ts";
import { variables } from "./variables.ts";

/** A setting whose value lies in a file, so that no environment, command line or core dump has it. */
export interface SettingFile {
  /** The setting itself, without `_FILE`. */
  name: string;
  file: string;
}

const OTHERS_READ = 0o004;
const LINE_ENDS = /[\r\n]+$/;
const names = Object.keys(variables.entries);

/** Puts the content of every NAME_FILE in the place of NAME, for all settings alike. `mistakes` by the setting's name. */
export function readSettingFiles(given: Readonly<Record<string, string | undefined>>): {
  values: Record<string, string | undefined>;
  files: SettingFile[];
  mistakes: Map<string, string>;
} {
  const values = { ...given };
  const mistakes = new Map<string, string>();
  const files = names.flatMap((name) => {
    const file = given[`${name}_FILE`];
    return file === undefined ? [] : [{ name, file }];
  });
  for (const { name, file } of files) {
    const { value, mistake } = given[name] === undefined ? readValue(file) : BOTH_GIVEN;
    if (mistake === undefined) values[name] = value;
    else mistakes.set(name, `${name}_FILE: ${mistake.replaceAll("NAME", name)}`);
  }
  return { values, files, mistakes };
}

type ReadValue = { value: string; mistake?: never } | { value?: never; mistake: string };

const BOTH_GIVEN: ReadValue = { mistake: "NAME is given as well. Leave out one of the two." };

/** Editors and `echo` end a file with a line end that belongs to no secret. */
function readValue(file: string): ReadValue {
  try {
    const value = readFileSync(file, "utf8").replace(LINE_ENDS, "");
    return value.trim() === ""
      ? { mistake: `${file} is empty. Write the value of NAME into it.` }
      : { value };
  } catch (cause) {
    const { code = "", message } = cause as NodeJS.ErrnoException;
    return { mistake: whyNotRead[code]?.replace("FILE", file) ?? `${file} cannot be read: ${message}.` };
  }
}

const whyNotRead: Record<string, string> = {
  ENOENT: "there is no file FILE. Write the value of NAME into it, or name another one.",
  EACCES: "this user may not read FILE. Give it to the user or the group that the shop runs as.",
  EISDIR: "FILE is a folder. Name a file in it that has the value of NAME.",
};

/** The files of settings that every user of the machine may read. */
export async function checkSettingFiles(files: readonly SettingFile[]): Promise<Finding[]> {
  const findings = await Promise.all(
    files.map(async ({ name, file }): Promise<Finding[]> => {
      const found = await stat(file).catch(() => null);
      if (process.platform === "win32" || found === null || !(found.mode & OTHERS_READ)) return [];
      return [
        {
          about: `${name}_FILE`,
          what: `every user of this machine may read ${file}`,
          remedy: `As its owner: chmod o= ${file}`,
        },
      ];
    }),
  );
  return findings.flat();
}
