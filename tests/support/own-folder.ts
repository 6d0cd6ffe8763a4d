import { cp, mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { test as base } from "./shop.ts";

const samples = path.resolve(import.meta.dirname, "../../catalogue");

/** Tests in a shop whose owner has changed the sample folder; one shop for all of a file. */
export const testWithFolder = (change: (folder: string) => Promise<void>) =>
  base.extend<object, { settings: Record<string, string> }>({
    settings: [
      // oxlint-disable-next-line no-empty-pattern -- Playwright reads what a fixture needs out of its first parameter
      async ({}, use) => {
        const folder = await mkdtemp(path.join(os.tmpdir(), "own-folder-"));
        await cp(samples, folder, { recursive: true });
        await change(folder);
        await use({ CATALOGUE_DIR: folder });
        await rm(folder, { recursive: true });
      },
      { scope: "worker" },
    ],
  });
