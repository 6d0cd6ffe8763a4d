// Run by the build: makes the empty database that first starts copy, unless this version of the engine has made it.

import { existsSync, renameSync, rmSync } from "node:fs";

import { PGlite } from "@electric-sql/pglite";

import { EMPTY_DATABASE } from "../platform/empty-database.ts";
import { createFilesPrivately } from "../platform/private-files.ts";

if (!existsSync(EMPTY_DATABASE)) {
  createFilesPrivately();
  const unfinished = `${EMPTY_DATABASE}.new`;
  rmSync(unfinished, { recursive: true, force: true });
  const database = await PGlite.create(unfinished);
  await database.close();
  renameSync(unfinished, EMPTY_DATABASE);
}
