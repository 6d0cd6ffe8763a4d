import { execFile } from "node:child_process";
import { chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { type Postgres, runAt, startPostgres } from "../../support/postgres.ts";
import { findUnprivilegedUser } from "../../support/processes.ts";
import { buildArchiveSettings, readDeployed } from "../pgbackrest.ts";
import { waitUntil } from "../watch.ts";

const PGBACKREST = "/usr/bin/pgbackrest";
const STANZA = "--stanza=taruva";

/** A PostgreSQL server that archives its log into a pgBackRest repository, configured as in deploy/pgbackrest. */
export interface ArchivedServer {
  postgres: Postgres;
  /** Makes a full backup. Returns its duration in ms and its size in the repository in bytes. */
  backUp(): Promise<{ ms: number; bytes: number }>;
  /** Waits until the current state can be restored from the last backup. */
  waitUntilRestorable(): Promise<void>;
  archiveAll(): Promise<void>;
  /** Restores the repository into a new server: everything, or only the transactions committed before `until`. */
  restore(until?: Date): Promise<Postgres>;
  close(): Promise<void>;
}

export async function startArchivedServer(
  archiveEverySeconds: number,
): Promise<ArchivedServer | { skipped: string }> {
  if (!existsSync(PGBACKREST))
    return { skipped: "pgBackRest is not installed here: apt-get install pgbackrest" };
  const postgres = await startPostgres({ isDurable: true });
  if ("reason" in postgres) return { skipped: postgres.reason };
  const { url } = postgres;
  const folder = mkdtempSync(path.join(os.tmpdir(), "taruva-pgbackrest-"));
  const owner = findUnprivilegedUser();
  const user = owner === "none" ? undefined : owner.user;
  const config = path.join(folder, "pgbackrest.conf");
  writeFileSync(config, readDeployed("pgbackrest/pgbackrest.conf"));
  for (const owned of user ? [folder, config] : []) chownSync(owned, user?.uid ?? 0, user?.gid ?? 0);
  const { port, searchParams } = new URL(url);
  const settings = buildArchiveSettings({
    shared: folder,
    folder,
    dataDir: String(await askServer(url, "select current_setting('data_directory') as answer")),
    port,
    socketDir: searchParams.get("host") ?? "",
    user: "taruva",
  });
  const call = async (...args: string[]) => {
    const options = { ...user, cwd: folder, env: { ...process.env, ...settings } };
    return (await promisify(execFile)(PGBACKREST, [STANZA, ...args], options)).stdout;
  };
  const readLastBackup = async () => {
    const [stanza] = JSON.parse(await call("info", "--output=json")) as { backup: Backup[] }[];
    return stanza?.backup.at(-1);
  };
  await configure(url, archiveEverySeconds, settings);
  await postgres.restart();
  await call("stanza-create");
  await call("check");
  return {
    postgres,
    async backUp() {
      const began = performance.now();
      await call("backup", "--type=full");
      const ms = performance.now() - began;
      return { ms, bytes: (await readLastBackup())?.info.repository.delta ?? 0 };
    },
    async waitUntilRestorable() {
      // pgBackRest compares whole seconds, so wait until the last second of the backup is over.
      const stop = (await readLastBackup())?.timestamp.stop ?? 0;
      await waitUntil("the backup's last second is over", () => Date.now() >= (stop + 1) * 1_000, 20);
    },
    async archiveAll() {
      await askServer(url, "select pg_switch_wal()");
      await call("check");
    },
    async restore(until) {
      // pgBackRest does not accept a "T" between day and time.
      const moment = until?.toISOString().replace("T", " ").replace("Z", "+00");
      const target = ["--type=time", `--target=${moment}`, "--target-exclusive", "--target-action=promote"];
      const args = [STANZA, "restore", "--archive-mode=off", ...(until ? target : [])];
      Object.assign(process.env, settings);
      const restored = await startPostgres({
        isDurable: true,
        createdBy: (data) => [PGBACKREST, [`--pg1-path=${data}`, ...args]],
      });
      if ("reason" in restored) throw new Error(restored.reason);
      while ((await askServer(restored.url, "select pg_is_in_recovery() as answer")) === true)
        await sleep(50);
      return restored;
    },
    async close() {
      await postgres.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

interface Backup {
  info: { repository: { delta: number } };
  /** The time at which the backup ended, in seconds since 1970. */
  timestamp: { stop: number };
}

/**
 * Applies the settings of archiving.conf. Only the archive command and the timeout differ, because they use the values
 * of this run.
 */
async function configure(url: string, archiveEverySeconds: number, settings: Record<string, string>) {
  const variables = Object.entries(settings).map(([name, value]) => `${name}=${value}`);
  for (const [, name = "", value = ""] of readDeployed("pgbackrest/archiving.conf").matchAll(
    /^(\w+) = '?(.*?)'?$/gm,
  )) {
    const testSettings: Record<string, string> = {
      archive_command: `env ${variables.join(" ")} ${value}`,
      archive_timeout: `${archiveEverySeconds}s`,
    };
    await askServer(url, `alter system set ${name} = '${testSettings[name] ?? value}'`);
  }
}

export const askServer = async (url: string, text: string): Promise<unknown> =>
  (await runAt(url, text))[0]?.["answer"];
