import { execFile } from "node:child_process";
import { accessSync, chownSync, constants, cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import pg from "pg";
import { findUnprivilegedUser } from "../../support/find-postgres.ts";
import { type Postgres, startPostgres } from "../../support/postgres.ts";

const PGBACKREST = "/usr/bin/pgbackrest";
const DEPLOYED = path.resolve(import.meta.dirname, "../../../deploy/pgbackrest");
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

/** What differs from the deployed file on this machine. */
async function buildSettings(
  folder: string,
  config: string,
  { url }: Postgres,
): Promise<Record<string, string>> {
  const { port, searchParams } = new URL(url);
  return {
    PGBACKREST_CONFIG: config,
    PGBACKREST_REPO1_PATH: path.join(folder, "repository"),
    PGBACKREST_REPO1_CIPHER_PASS: "only-for-this-run",
    PGBACKREST_LOCK_PATH: path.join(folder, "lock"),
    PGBACKREST_LOG_PATH: folder,
    PGBACKREST_SPOOL_PATH: path.join(folder, "spool"),
    PGBACKREST_PG1_PATH: String(await askServer(url, "select current_setting('data_directory') as answer")),
    PGBACKREST_PG1_PORT: port,
    PGBACKREST_PG1_SOCKET_PATH: searchParams.get("host") ?? "",
    PGBACKREST_PG1_USER: "taruva",
  };
}

const pickSettings = (env: NodeJS.ProcessEnv) =>
  Object.fromEntries(Object.entries(env).filter(([name]) => name.startsWith("PGBACKREST_")));

/** As archiving.conf has it; the command is given its settings with it, and the time is that of the run. */
async function configure(url: string, archiveEverySeconds: number, env: NodeJS.ProcessEnv): Promise<void> {
  const settings = Object.entries(pickSettings(env)).map(([name, value]) => `${name}=${value}`);
  const deployed = [
    ...readFileSync(path.join(DEPLOYED, "archiving.conf"), "utf8").matchAll(/^(\w+) = '?(.*?)'?$/gm),
  ];
  for (const [, name = "", value = ""] of deployed) {
    const own =
      name === "archive_command"
        ? `env ${settings.join(" ")} ${value}`
        : name === "archive_timeout"
          ? `${archiveEverySeconds}s`
          : value;
    await askServer(url, `alter system set ${name} = '${own}'`);
  }
}

const readRepositorySize = (info: string): number => {
  const [stanza] = JSON.parse(info) as { backup: { info: { repository: { delta: number } } }[] }[];
  return stanza?.backup.at(-1)?.info.repository.delta ?? 0;
};

/** The column `answer` of the first row. */
export async function askServer(url: string, text: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => {});
  await client.connect();
  try {
    return (await client.query<{ answer: unknown }>(text)).rows[0]?.answer;
  } finally {
    await client.end();
  }
}
