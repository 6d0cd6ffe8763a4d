// Creates an empty database during the build. A new shop copies it at its first start.

import { chmodSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";

import { PGlite } from "@electric-sql/pglite";

import { EMPTY_DATABASE } from "#platform/database/embedded/engine.ts";

if (!existsSync(EMPTY_DATABASE)) {
  const unfinished = `${EMPTY_DATABASE}.new`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(dirname(unfinished), { recursive: true });
  const database = await PGlite.create(unfinished);
  await database.close();
  renameSync(unfinished, EMPTY_DATABASE);
}

// The shop may run as a different user, so all users may read these files. Each shop's own copy is private.
chmodSync(EMPTY_DATABASE, 0o755);
for (const entry of readdirSync(EMPTY_DATABASE, { recursive: true, withFileTypes: true }))
  chmodSync(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o755 : 0o644);
