import { execFile } from "node:child_process";
import { accessSync, chownSync, constants, cpSync, mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import { type Postgres, startPostgres } from "../../support/postgres.ts";
import { findUnprivilegedUser } from "../../support/processes.ts";
import { askServer, buildSettings, configure, DEPLOYED, pickSettings } from "./archive-settings.ts";

const PGBACKREST = "/usr/bin/pgbackrest";
const STANZA = "--stanza=taruva";

/** A PostgreSQL server whose log of changes goes to a repository of pgBackRest, as deploy/pgbackrest sets it up. */
export interface ArchivedServer {
  postgres: Postgres;
  /** A full backup. Returns how long it took, and how large the repository then is. */
  backUp(): Promise<{ ms: number; bytes: number }>;
  /** Has the log so far archived, whether or not its segment is full. */
  archiveAll(): Promise<void>;
  /** A new server out of the repository alone: all of it, or all that was committed before a moment. Takes writes. */
  restore(until?: Date): Promise<Postgres>;
  close(): Promise<void>;
}

/** `archiveEverySeconds` is PostgreSQL's `archive_timeout`. Or says what is missing. */
export async function startArchivedServer(
  archiveEverySeconds: number,
): Promise<ArchivedServer | { skipped: string }> {
  if (!isInstalled()) return { skipped: "pgBackRest is not installed here: apt-get install pgbackrest" };
  const postgres = await startPostgres({ isDurable: true });
  if ("reason" in postgres) return { skipped: postgres.reason };
  const folder = mkdtempSync(path.join(os.tmpdir(), "taruva-pgbackrest-"));
  const owner = findUnprivilegedUser();
  const user = owner === "none" ? undefined : owner.user;
  const config = path.join(folder, "pgbackrest.conf");
  cpSync(path.join(DEPLOYED, "pgbackrest.conf"), config);
  for (const owned of user ? [folder, config] : []) chownSync(owned, user?.uid ?? 0, user?.gid ?? 0);
  const env = { ...process.env, ...(await buildSettings(folder, config, postgres)) };
  const call = async (...args: string[]) =>
    (await promisify(execFile)(PGBACKREST, [STANZA, ...args], { ...user, cwd: folder, env })).stdout;

  await configure(postgres.url, archiveEverySeconds, env);
  await postgres.restart();
  await call("stanza-create");
  await call("check");
  return {
    postgres,
    async backUp() {
      const began = performance.now();
      await call("backup", "--type=full");
      const ms = performance.now() - began;
      return { ms, bytes: readRepositorySize(await call("info", "--output=json")) };
    },
    async archiveAll() {
      await askServer(postgres.url, "select pg_switch_wal()");
      await call("check");
    },
    async restore(until) {
      const target = until
        ? ["--type=time", `--target=${formatMoment(until)}`, "--target-exclusive", "--target-action=promote"]
        : [];
      const args = (data: string) => [
        `--pg1-path=${data}`,
        STANZA,
        "restore",
        "--archive-mode=off",
        ...target,
      ];
      Object.assign(process.env, pickSettings(env));
      const restored = await startPostgres({
        isDurable: true,
        createdBy: (data) => [PGBACKREST, args(data)],
      });
      if ("reason" in restored) throw new Error(restored.reason);
      while ((await askServer(restored.url, "select pg_is_in_recovery() as answer")) === true)
        await pause(50);
      return restored;
    },
    async close() {
      await postgres.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** As pgBackRest reads it: `2026-11-22 20:51:00.682+00`. */
const formatMoment = (moment: Date) => moment.toISOString().replace("T", " ").replace("Z", "+00");

function isInstalled(): boolean {
  try {
    accessSync(PGBACKREST, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

const readRepositorySize = (info: string): number => {
  const [stanza] = JSON.parse(info) as { backup: { info: { repository: { delta: number } } }[] }[];
  return stanza?.backup.at(-1)?.info.repository.delta ?? 0;
};
