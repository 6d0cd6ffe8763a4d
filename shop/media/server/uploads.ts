import { readdir, readFile, realpath } from "node:fs/promises";
import path from "node:path";
import { SECOND } from "#contract/time.ts";
import type { Context } from "#platform/context.ts";
import { defineService } from "#platform/service.ts";
import { findCopy } from "./original-files.ts";
import { getPictureStorage } from "./picture-storage.ts";

/** The file of an upload on this machine's disk; null when there is none. @throws StorageFailure */
export async function findUploadFile(context: Context, name: string): Promise<string | null> {
  const own = await resolveInside(getUploadsFolder(context), name);
  if (own !== null) return own;
  const isStored = (await readStoredNames(context)).has(`${UPLOADS}${name}`);
  return isStored ? findCopy(context, `${UPLOADS}${name}`) : null;
}

/** Pictures only, never SVG: up to three folders, no name that begins with a dot. */
export const UPLOAD_NAME =
  /^((?:[A-Za-z0-9_-][A-Za-z0-9._-]*\/){0,3}[A-Za-z0-9_-][A-Za-z0-9._-]*)\.(jpg|jpeg|png|webp|avif|gif)$/;

export const UPLOADS = "uploads/";

const getUploadsFolder = ({ config }: Context): string => path.join(config.dataDir, "uploads");

/** What this machine's folder has that may be served, by name. */
export async function listOwnUploads(context: Context): Promise<string[]> {
  const entries = await readdir(getUploadsFolder(context), { recursive: true }).catch(() => []);
  return entries.map((entry) => entry.split(path.sep).join("/")).filter((name) => UPLOAD_NAME.test(name));
}

/** The content of one of them; null when it has gone meanwhile, or leads out of the folder. */
export async function readOwnUpload(context: Context, name: string): Promise<Buffer | null> {
  const file = await resolveInside(getUploadsFolder(context), name);
  return file === null ? null : readFile(file);
}

/** The real file, all links followed; null when it lies elsewhere or is not there. */
async function resolveInside(folder: string, name: string): Promise<string | null> {
  try {
    const root = await realpath(folder);
    const file = await realpath(path.join(root, name));
    return file.startsWith(root + path.sep) ? file : null;
  } catch {
    return null;
  }
}

/** Anyone can think up names: the storage is asked for all there are, and so long after an answer not again. */
const REFRESH_EVERY_MS = 10 * SECOND;

const stored = defineService("media.uploads", () => ({
  names: Promise.resolve<ReadonlyMap<string, number>>(new Map()),
  until: 0,
}));

function readStoredNames(context: Context): Promise<ReadonlyMap<string, number>> {
  const state = context.service(stored);
  const storage = getPictureStorage(context);
  if (storage && performance.now() >= state.until) {
    state.until = Infinity; // a list that takes longer is not asked for beside itself
    state.names = storage.list(UPLOADS).finally(() => {
      state.until = performance.now() + REFRESH_EVERY_MS;
    });
    state.names.catch(() => {}); // who awaits it handles the rejection
  }
  return state.names;
}
