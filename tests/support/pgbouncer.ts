import { execFileSync, spawn } from "node:child_process";
import { chownSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { end } from "./end-process.ts";
import { findUnprivilegedUser, type NoPostgres } from "./find-postgres.ts";
import { runAt } from "./postgres.ts";
import { findFreePort } from "./shop.ts";

export interface PgBouncer {
  /** The address of the same database by way of PgBouncer. */
  url: string;
  stop(): Promise<void>;
}

const STARTS_WITHIN_MS = 10_000;

/** Starts PgBouncer before a database, with the settings of deploy/pgbouncer, or says why it cannot. */
export async function startPgBouncer(databaseUrl: string): Promise<PgBouncer | NoPostgres> {
  const owner = findUnprivilegedUser();
  if (owner === "none" || !isInstalled())
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
  const kill = () => server.kill("SIGKILL");
  process.once("exit", kill);
  server.once("exit", () => process.off("exit", kill));
  const url = `postgres://${username}@127.0.0.1:${port}${pathname}`;
  const giveUp = performance.now() + STARTS_WITHIN_MS;
  while (
    !(await runAt(url, "select 1").then(
      () => true,
      (cause: unknown) => performance.now() > giveUp && Promise.reject(cause),
    ))
  )
    await sleep(50);
  return {
    url,
    async stop() {
      await end(server, "SIGKILL");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function isInstalled(): boolean {
  try {
    execFileSync("pgbouncer", ["--version"], { stdio: "pipe" });
    return true;
  } catch {
    return false;
  }
}
