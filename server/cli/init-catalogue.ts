import { cp, mkdir, readdir } from "node:fs/promises";
import path from "node:path";
import { formatCount } from "#contract/text.ts";
import { CommandRefused, type CommandResult } from "#platform/operator/command.ts";
import { resolveFromRoot } from "#platform/storage/package-files.ts";

/**
 * Copies the sample catalogue to the owner's folder outside the program, so that an upgrade never overwrites the
 * owner's files. @throws CommandRefused
 */
export async function initCatalogue(
  folder: string,
  sample = resolveFromRoot("catalogue"),
): Promise<CommandResult> {
  const root = resolveFromRoot();
  if (!path.relative(root, folder).startsWith(".."))
    throw new CommandRefused(
      `${folder} lies in the shop's own folder, which a new version replaces. Name one outside ${root}.`,
    );
  const present = await readdir(folder).catch(readRefusal(folder));
  if (present.length > 0)
    throw new CommandRefused(`${folder} is not empty. Name a new folder, or an empty one.`);
  await mkdir(folder, { recursive: true });
  await cp(sample, folder, { recursive: true });
  const files = await readdir(folder);
  return {
    facts: { folder, holds: formatCount(files.length, "file and folder", "files and folders") },
    message:
      `Write into .env, then start the shop anew: CATALOGUE_DIR=${folder}\n` +
      "Your goods are there from now on: README.md explains each file, 'products check' looks at them, 'products import' takes\n" +
      "them in. What you write there no new version of the shop touches.\n" +
      "Before real customers come, have backups encrypted: backup key <file on a disk that the shop does not need>.",
    data: { folder, files },
  };
}

/** A missing folder counts as empty. */
const readRefusal =
  (folder: string) =>
  ({ code, message }: NodeJS.ErrnoException): string[] => {
    if (code === "ENOENT") return [];
    throw new CommandRefused(
      code === "ENOTDIR" ? `${folder} is a file. Name a folder.` : `${folder} cannot be used: ${message}`,
    );
  };
