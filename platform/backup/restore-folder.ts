import { existsSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import path from "node:path";
import { openEmbedded } from "../database/embedded/embedded.ts";
import { FolderInUse, lockFolder } from "../database/embedded/folder-lock.ts";
import type { Log } from "../observe/log.ts";
import { BackupRefused } from "./format.ts";
import { CLOSE_FIRST, type RestoreTarget } from "./restore-target.ts";

export async function takeFolder(folder: string, stamp: string, log: Log): Promise<RestoreTarget> {
  const unlock = takeFolderLock(folder);
  const taken = existsSync(folder);
  const beside = path.join(path.dirname(folder), "restoring");
  const former = `${folder}.before-restore-${stamp}`;
  return {
    name: folder,
    taken,
    async replace(work) {
      await rm(beside, { recursive: true, force: true }); // of a restore that was killed
      try {
        const { pool, close } = await openEmbedded(path.join(beside, "pg"), log, { disposable: true });
        try {
          await work(pool);
        } finally {
          await close();
        }
        if (taken) await rename(folder, former);
        await rename(path.join(beside, "pg"), folder);
        return taken ? former : null;
      } finally {
        await rm(beside, { recursive: true, force: true });
      }
    },
    leave: async () => unlock(),
  };
}

function takeFolderLock(folder: string): () => void {
  try {
    return lockFolder(folder);
  } catch (cause) {
    throw cause instanceof FolderInUse ? new BackupRefused(CLOSE_FIRST) : cause;
  }
}
