// Starts the PostgreSQL server for a test run. Run it with the Node in node_modules, because it imports TypeScript.

import { existsSync, mkdirSync, writeFileSync } from "node:fs";

import { startPostgres } from "../tests/support/postgres.ts";
import { installWithApt, mayInstallSystemPackages, onPath } from "./machine.mjs";

const DEBIAN_PROGRAMS = "/usr/lib/postgresql";
const DEBIAN_SETTINGS = "/etc/postgresql-common";

/** Returns `{ url, stop }` of a temporary server or of `TEST_POSTGRES_URL`, or `{ reason }` on failure. */
export async function startThrowawayPostgres() {
  if (process.env.TEST_POSTGRES_URL) return { url: process.env.TEST_POSTGRES_URL, stop: async () => {} };
  const isHere = existsSync(DEBIAN_PROGRAMS) || onPath("initdb") !== undefined;
  if (!isHere && mayInstallSystemPackages) await install();
  return startPostgres();
}

async function install() {
  // Prevents Debian's package from creating and starting its default server on port 5432.
  if (!existsSync(DEBIAN_SETTINGS)) {
    mkdirSync(DEBIAN_SETTINGS);
    writeFileSync(`${DEBIAN_SETTINGS}/createcluster.conf`, "create_main_cluster = false\n");
  }
  await installWithApt("postgresql");
}
