// The PostgreSQL of one test run. Runs on the shop's own Node only, because it shares a file with the tests.

import { existsSync, mkdirSync, writeFileSync } from "node:fs";

import { startPostgres } from "../tests/support/postgres.ts";
import { installWithApt, mayInstallSystemPackages, onPath } from "./machine.mjs";

const DEBIAN_PROGRAMS = "/usr/lib/postgresql";
const DEBIAN_SETTINGS = "/etc/postgresql-common";

/** `{ url, stop }` of a throwaway server, or `{ reason }`. `TEST_POSTGRES_URL` names one that runs already. */
export async function startThrowawayPostgres() {
  if (process.env.TEST_POSTGRES_URL) return { url: process.env.TEST_POSTGRES_URL, stop: async () => {} };
  const isHere = existsSync(DEBIAN_PROGRAMS) || onPath("initdb") !== undefined;
  if (!isHere && mayInstallSystemPackages) await install();
  return startPostgres();
}

async function install() {
  // Otherwise Debian's package creates and starts its default server on port 5432.
  if (!existsSync(DEBIAN_SETTINGS)) {
    mkdirSync(DEBIAN_SETTINGS);
    writeFileSync(`${DEBIAN_SETTINGS}/createcluster.conf`, "create_main_cluster = false\n");
  }
  await installWithApt("postgresql");
}
