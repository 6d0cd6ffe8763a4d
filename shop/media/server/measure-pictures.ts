import { createHash } from "node:crypto";
import { readFile, stat } from "node:fs/promises";
import path from "node:path";
import { createWorkQueue } from "#platform/limits/work-queue.ts";
import { measurePicture } from "./picture-maker.ts";
import type { StoredPicture } from "./picture-store.ts";

/** Determines size, content hash and blurred preview. Returns the entry of `knownPictures` if the file is unchanged. */
export async function measurePictures(
  folder: string,
  paths: readonly string[],
  knownPictures: ReadonlyMap<string, StoredPicture>,
  onProgress: (done: number, of: number) => void = () => {},
) {
  const pictures: StoredPicture[] = [];
  const unreadable: { path: string; why: string }[] = [];
  const { run } = createWorkQueue({ atOnce: 2 });
  let measured = 0;
  const add = async (name: string) => {
    try {
      pictures.push(await measure(folder, name, knownPictures.get(name)));
    } catch (cause) {
      unreadable.push({ path: name, why: cause instanceof Error ? cause.message : String(cause) });
    }
    onProgress(++measured, paths.length);
  };
  await Promise.all(paths.map((name) => run(() => add(name))));
  return { pictures, unreadable };
}

async function measure(
  folder: string,
  name: string,
  knownPicture: StoredPicture | undefined,
): Promise<StoredPicture> {
  const file = path.join(folder, name);
  const { size: bytes, mtimeMs } = await stat(file);
  const modifiedMs = Math.trunc(mtimeMs);
  if (knownPicture?.bytes === bytes && knownPicture.modifiedMs === modifiedMs) return knownPicture;

  const content = await readFile(file);
  const { width, height, placeholder } = await measurePicture(content);
  return { path: name, hash: hashContent(content), width, height, placeholder, bytes, modifiedMs };
}

export const hashContent = (content: Buffer): string =>
  createHash("sha256").update(content).digest("hex").slice(0, 8);
