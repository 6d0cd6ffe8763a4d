import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { formatCount } from "#contract/text.ts";
import {
  CommandRefused,
  type CommandResult,
  type ReportProgress,
  YesNeeded,
} from "#platform/operator/command.ts";
import { drawPaper } from "./draw-paper.ts";
import type { PaperJob } from "./paper-jobs.ts";

export interface PaperFile {
  name: string;
  job: PaperJob;
}

interface Target {
  /** Where the operator is, and the folder that was typed. */
  folder: string;
  into: string | undefined;
  confirmed: boolean | undefined;
}

const SHOWN = 5;

/**
 * Draws papers into files of a folder, which is made if it is not there. @throws YesNeeded before files are written over,
 * CommandRefused when the folder cannot be written to
 */
export async function writePapers(
  files: readonly PaperFile[],
  { folder, into, confirmed }: Target,
  report: ReportProgress = () => {},
): Promise<CommandResult> {
  const target = path.resolve(folder, into ?? ".");
  const there = files.filter(({ name }) => existsSync(path.join(target, name)));
  if (there.length > 0 && !confirmed) throw new YesNeeded(askToReplace(there, target));
  await openFolder(target);
  for (const [done, { name, job }] of files.entries()) {
    report("Drawing", done, files.length);
    await writeFile(path.join(target, name), await drawPaper(job));
  }
  const names = files.map(({ name }) => name);
  const paths = names.map((name) => path.join(target, name));
  return {
    message:
      paths.length <= SHOWN
        ? `Written: ${paths.join(", ")}`
        : `${formatCount(paths.length, "file")} written to ${target}.`,
    data: { folder: target, files: names },
  };
}

function askToReplace(there: readonly PaperFile[], target: string): string {
  const names = there.slice(0, SHOWN).map(({ name }) => name);
  const more = there.length > SHOWN ? ` and ${there.length - SHOWN} more` : "";
  return `${names.join(", ")}${more} ${there.length === 1 ? "is" : "are"} in ${target} already. Write over?`;
}

async function openFolder(target: string): Promise<void> {
  try {
    await mkdir(target, { recursive: true });
  } catch (cause) {
    throw new CommandRefused(`The folder ${target} cannot be made: ${(cause as Error).message}`);
  }
}
