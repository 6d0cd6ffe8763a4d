import { cp, mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { test as base } from "./shop.ts";

const samples = path.resolve(import.meta.dirname, "../../catalogue");

/**
 * Returns a `test` function. Each test gets a shop with its own copy of the sample folder, which `change` modifies
 * first.
 */
export const testWithFolder = (change: (folder: string) => Promise<void>) =>
  base.extend<{ ownFolder: string }>({
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads a fixture's dependencies from its first parameter
    ownFolder: async ({}, use) => {
      const folder = await mkdtemp(path.join(os.tmpdir(), "own-folder-"));
      await cp(samples, folder, { recursive: true });
      await change(folder);
      await use(folder);
      await rm(folder, { recursive: true });
    },
    settings: ({ ownFolder }, use) => use({ CATALOGUE_DIR: ownFolder }),
  });
