import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import {
  accessSync,
  chownSync,
  constants,
  globSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { onPath } from "../../scripts/machine.mjs";
import { end, findFreePort, findUnprivilegedUser, killAtExit } from "./processes.ts";

export interface Postgres {
  url: string;
  pid(): number;
  /** Calls `crash` and then `recover`. */
  restart(): Promise<void>;
  /** Imitates a crash of the machine: ends the server at once, with all connections. `recover` starts it again. */
  crash(): Promise<void>;
  recover(): Promise<void>;
  stop(): Promise<void>;
}

const STARTS_WITHIN_MS = 120_000;

interface Kind {
  isDurable?: boolean;
  /** The URL of the primary server, for a streaming replica. */
  replicaOf?: string;
  /** Returns the command that creates the data folder. `program` is a PostgreSQL program or a full path. */
  createdBy?: (data: string) => Creation;
}

type Creation = readonly [program: string, args: readonly string[]];

/**
 * Starts a temporary PostgreSQL server on a free loopback port, or returns the reason if that is impossible. With
 * `isDurable`, commits wait for the disk, as in production, and the URL uses the server's Unix socket.
 */
export async function startPostgres({
  isDurable = false,
  replicaOf,
  createdBy = replicaOf ? copyOf(replicaOf) : createEmpty,
}: Kind = {}): Promise<Postgres | NoPostgres> {
  const programs = findPrograms();
  if (!programs)
    return { reason: "PostgreSQL is not installed here (no initdb on the PATH or in /usr/lib/postgresql)." };
  const owner = findUnprivilegedUser();
  if (owner === "none")
    return { reason: "PostgreSQL refuses to run as root, and there is no user postgres or nobody." };

  const folder = mkdtempSync(path.join(os.tmpdir(), "taruva-postgres-"));
  if (owner.user) chownSync(folder, owner.user.uid, owner.user.gid);
  const options = { ...owner.user, cwd: folder, env: { ...process.env, LC_ALL: "C" } };
  const data = path.join(folder, "data");
  try {
    const [program, args] = createdBy(data);
    execFileSync(path.resolve(programs, program), args, { ...options, stdio: "pipe" });
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    return { reason: `its data folder: ${error instanceof Error ? error.message : String(error)}` };
  }

  const port = await findFreePort();
  const url = `postgres://taruva@127.0.0.1:${port}/postgres${isDurable ? `?host=${folder}` : ""}`;
  const launch = async () => {
    const server = spawn(
      path.join(programs, "postgres"),
      ["-D", data, ...formatSettings(port, folder, isDurable)],
      {
        ...options,
        stdio: "ignore",
      },
    );
    killAtExit(server, "SIGQUIT");
    await waitUntilItAnswers(url, server);
    return server;
  };

  let server = await launch();
  const crash = () => end(server, "SIGQUIT");
  const recover = async () => {
    server = await launch();
  };
  return {
    url,
    pid: () => server.pid ?? 0,
    crash,
    recover,
    async restart() {
      await crash();
      await recover();
    },
    async stop() {
      await end(server, "SIGINT");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const createEmpty = (data: string): Creation => [
  "initdb",
  ["-D", data, "-U", "taruva", "--auth=trust", "-E", "UTF8", "--locale=C", "--no-sync"],
];

const copyOf =
  (url: string) =>
  (data: string): Creation => [
    "pg_basebackup",
    ["-D", data, "-d", url, "--write-recovery-conf", "--wal-method=stream", "--checkpoint=fast", "--no-sync"],
  ];

async function waitUntilItAnswers(url: string, server: ChildProcess): Promise<void> {
  const deadline = performance.now() + STARTS_WITHIN_MS;
  for (;;) {
    try {
      return void (await runAt(url, "select 1"));
    } catch (error) {
      if (server.exitCode !== null || performance.now() > deadline) throw error;
      await sleep(50);
    }
  }
}

export async function runAt(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => {});
  try {
    await client.connect();
    return (await client.query<Record<string, unknown>>(statement)).rows;
  } finally {
    await client.end().catch(() => {});
  }
}

interface NoPostgres {
  reason: string;
}

/** Returns the folder of PostgreSQL's programs. Resolves links, because a folder of links may lack some programs. */
export function findPrograms(): string | undefined {
  const folder = findFolder();
  return folder && path.dirname(realpathSync(path.join(folder, "initdb")));
}

function findFolder(): string | undefined {
  const installed = globSync("/usr/lib/postgresql/*/bin").toSorted(
    (one, other) => Number(other.split("/")[4]) - Number(one.split("/")[4]),
  );
  return [...(process.env["PATH"] ?? "").split(path.delimiter), ...installed].find(
    (folder) => isRunnable(path.join(folder, "initdb")) && isRunnable(path.join(folder, "postgres")),
  );
}

function isRunnable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

const formatSettings = (port: number, folder: string, isDurable: boolean) =>
  Object.entries({
    listen_addresses: "127.0.0.1",
    port,
    unix_socket_directories: folder,
    max_connections: 200,
    shared_buffers: isDurable ? "512MB" : "64MB",
    synchronous_commit: "on", // "off" would lose the last commits in a crash
    // Test databases live too briefly for vacuum and JIT compilation to save time.
    ...(!isDurable && { fsync: "off", full_page_writes: "off", autovacuum: "off", jit: "off" }),
  }).flatMap(([name, value]) => ["-c", `${name}=${value}`]);

export interface PgBouncer {
  url: string;
  stop(): Promise<void>;
}

/** Starts PgBouncer with the configuration of deploy/pgbouncer. Returns the reason if that is impossible. */
export async function startPgBouncer(databaseUrl: string): Promise<PgBouncer | NoPostgres> {
  const owner = findUnprivilegedUser();
  if (owner === "none" || onPath("pgbouncer") === undefined)
    return { reason: "PgBouncer is not installed here (apt-get install pgbouncer)." };
  const folder = mkdtempSync(path.join(os.tmpdir(), "taruva-pgbouncer-"));
  const port = await findFreePort();
  const { hostname, port: serverPort, pathname, username } = new URL(databaseUrl);
  const deployed = readFileSync(new URL("../../deploy/pgbouncer/pgbouncer.ini", import.meta.url), "utf8");
  const settings = deployed
    .replace("shop = host=127.0.0.1 port=5000", `${pathname.slice(1)} = host=${hostname} port=${serverPort}`)
    .replace("listen_port = 6432", `listen_port = ${port}\nunix_socket_dir =`)
    .replace("auth_type = scram-sha-256", "auth_type = trust")
    .replace("/etc/pgbouncer/userlist.txt", path.join(folder, "userlist.txt"));
  writeFileSync(path.join(folder, "pgbouncer.ini"), settings);
  writeFileSync(path.join(folder, "userlist.txt"), `"${username}" ""\n`);
  for (const file of ["", "pgbouncer.ini", "userlist.txt"])
    if (owner.user) chownSync(path.join(folder, file), owner.user.uid, owner.user.gid);
  const server = spawn("pgbouncer", ["-q", "pgbouncer.ini"], {
    ...owner.user,
    cwd: folder,
    stdio: "inherit",
  });
  killAtExit(server, "SIGKILL");
  const url = `postgres://${username}@127.0.0.1:${port}${pathname}`;
  await waitUntilItAnswers(url, server);
  return {
    url,
    async stop() {
      await end(server, "SIGKILL");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
