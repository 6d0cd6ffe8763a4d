import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { onTestFinished } from "vitest";
import { type FileError, formatFileError } from "#platform/storage/owner-file.ts";

/** Creates a folder that is deleted after the test. Strings in `files` are written unchanged, other values as JSON. */
export async function makeFolder(files: Record<string, unknown> = {}): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "taruva-folder-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const [name, content] of Object.entries(files)) {
    const file = path.join(folder, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, typeof content === "string" ? content : JSON.stringify(content));
  }
  return folder;
}

export async function readFolder<T>(
  read: (folder: string, errors: FileError[]) => Promise<T>,
  files: Record<string, unknown>,
): Promise<{ content: T; errors: string[] }> {
  const errors: FileError[] = [];
  const content = await read(await makeFolder(files), errors);
  return { content, errors: errors.map(formatFileError) };
}
