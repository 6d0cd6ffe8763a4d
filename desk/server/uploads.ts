import { randomUUID } from "node:crypto";
import { createWriteStream, rmSync, statSync } from "node:fs";
import path from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { LRUCache } from "lru-cache";
import { HOUR } from "#contract/time.ts";
import type { createOwnFolder } from "./own-folder.ts";

const KEEP_FILES_MS = 12 * HOUR;
export const LARGEST_UPLOAD = 64 * 1024 * 1024;
/** The maximum size in bytes of a person's uploads. A file that would exceed it replaces the least recently used. */
const MAX_TOTAL_BYTES = 16 * LARGEST_UPLOAD;

export function createUploads(
  folder: Pick<ReturnType<typeof createOwnFolder>, "create" | "giveToShop">,
  maxBytes = MAX_TOTAL_BYTES,
) {
  const deleteFolder = (place: string) => rmSync(place, { recursive: true, force: true });
  const uploads = new LRUCache<string, string>({
    maxSize: maxBytes,
    ttl: KEEP_FILES_MS,
    ttlAutopurge: true,
    sizeCalculation: (file) => Math.max(1, statSync(file).size),
    dispose: (file) => deleteFolder(path.dirname(file)),
  });
  return {
    find: (id: string) => uploads.get(id),
    async add(name: string, content: Readable): Promise<string> {
      const id = randomUUID();
      const place = folder.create(id);
      const file = path.join(place, toSafeName(name));
      try {
        await pipeline(content, createWriteStream(file, { mode: 0o600, flags: "wx" }));
      } catch (cause) {
        deleteFolder(place);
        throw cause;
      }
      folder.giveToShop(file);
      uploads.set(id, file);
      return id;
    },
  };
}

const toSafeName = (name: string): string =>
  path
    .basename(name.replaceAll("\\", "/"))
    .replaceAll(/[^\p{L}\p{N}._ -]/gu, "_")
    .replace(/^\.+/, "")
    .slice(-80) || "file";
