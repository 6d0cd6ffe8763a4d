import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { chownSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { findPrograms, type NoPostgres, formatSettings, findUnprivilegedUser } from "./find-postgres.ts";
import { end, signalAll } from "./end-process.ts";

export interface Postgres {
  /** The address for a superuser, on the database `postgres`. */
  url: string;
  /** The process that all others of the server belong to. */
  pid(): number;
  /** As after a crash of the machine: every connection is cut, then the server is back on the same address. */
  restart(): Promise<void>;
  /** The first half of `restart`: no one answers on its address any more. */
  crash(): Promise<void>;
  /** The second half. */
  recover(): Promise<void>;
  /** As on a machine that hangs: all its processes stand still until `resume`, and its connections stay open. */
  suspend(): void;
  resume(): void;
  stop(): Promise<void>;
}

interface Kind {
  isDurable?: boolean;
  /** The address of the server that it replays, by streaming. */
  replicaOf?: string;
  /** The program that makes its data folder, of PostgreSQL's or with its whole path; an empty cluster otherwise. */
  createdBy?: (data: string) => Creation;
}

export type Creation = readonly [program: string, args: readonly string[]];

/**
 * Starts a throwaway PostgreSQL server on a free loopback port, with its files in the temporary folder, or says
 * in plain words why it cannot. It waits for no disk, and is only for tests; one that `isDurable` does, and is
 * reached through a socket of the machine, as a shop's own would be.
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
    const killServer = () => server.kill("SIGQUIT");
    process.once("exit", killServer);
    server.once("exit", () => process.off("exit", killServer));
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
    suspend: () => signalAll(server, "SIGSTOP"),
    resume: () => signalAll(server, "SIGCONT"),
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

function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
}

async function waitUntilItAnswers(url: string, server: ChildProcess): Promise<void> {
  const deadline = performance.now() + 20_000;
  for (;;) {
    try {
      return await runAt(url, "select 1");
    } catch (error) {
      if (server.exitCode !== null || performance.now() > deadline) throw error;
      await sleep(50);
    }
  }
}

/** Over a connection of its own. */
export async function runAt(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => {});
  try {
    await client.connect();
    await client.query(statement);
  } finally {
    await client.end().catch(() => {});
  }
}
