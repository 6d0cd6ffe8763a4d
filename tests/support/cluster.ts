import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { createServerDatabase } from "./database.ts";
import { findNginx, type Nginx, startNginx } from "./nginx.ts";
import { findFreePort } from "./processes.ts";
import { prepareShop, type Shop } from "./shop-process.ts";

/** Several processes of a shop, with one PostgreSQL database and an nginx in front. */
export interface Cluster {
  shop: Shop;
  processes: readonly Shop[];
  nginx: Nginx;
  databaseUrl: string;
  settings: Record<string, string>;
  close(): Promise<void>;
}

const LOOK_EVERY_MS = 20;

export interface ClusterOptions {
  size: number;
  settings?: Readonly<Record<string, string>>;
  settingsOf?: (process: number) => Readonly<Record<string, string>>;
  databaseVia?: (url: string, process: number) => string;
}

export const explainNoCluster = (): string | null =>
  findNginx() === undefined ? "nginx is not installed here (Debian: apt-get install nginx-light)." : null;

/** Prepares a cluster with a new database of the server at TEST_POSTGRES_URL. The caller has to open the cluster. */
export async function prepareCluster({
  size,
  settings = {},
  settingsOf,
  databaseVia,
}: ClusterOptions): Promise<Cluster> {
  const program = findNginx();
  if (program === undefined) throw new Error(explainNoCluster() ?? "");
  const database = await createServerDatabase();
  const root = mkdtempSync(path.join(os.tmpdir(), "taruva-cluster-"));
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const shared = { PUBLIC_URL: url, ...settings };
  const prepared: Awaited<ReturnType<typeof prepareShop>>[] = [];
  for (let index = 0; index < size; index++) {
    const folder = prepareFolder(root, index);
    const options = {
      folder,
      databaseUrl: database.url,
      ...(databaseVia && { databaseVia: (way: string) => databaseVia(way, index) }),
    };
    prepared.push(await prepareShop("server", { ...shared, ...settingsOf?.(index) }, options));
  }
  const processes = prepared.map((each) => each.shop);
  const nginx = await startNginx(
    program,
    port,
    processes.map((each) => Number(new URL(each.url).port)),
  );
  return {
    shop: joinProcesses(nginx, processes),
    processes,
    nginx,
    databaseUrl: database.url,
    settings: shared,
    async close() {
      const closed = await Promise.allSettled(prepared.map((each) => each.close()));
      await nginx.stop();
      await database.drop();
      rmSync(root, { recursive: true, force: true });
      for (const each of closed) if (each.status === "rejected") throw each.reason;
    },
  };
}

function prepareFolder(root: string, index: number): string {
  const folder = path.join(root, `process-${index + 1}`);
  mkdirSync(folder, { mode: 0o700 });
  const mails = path.join(folder, "outbox");
  if (index === 0) mkdirSync(mails, { mode: 0o700 });
  else symlinkSync(path.join(root, "process-1", "outbox"), mails);
  return folder;
}

/**
 * Each command runs in a different process from the previous one, so tests also check that processes see each other's
 * changes.
 */
function joinProcesses(nginx: Nginx, processes: readonly Shop[]): Shop {
  const [first] = processes;
  if (!first) throw new Error("The cluster has no process.");
  let turn = 0;
  const takeTurn = () => processes[turn++ % processes.length] ?? first;
  return {
    ...first,
    url: nginx.url,
    operator: (...words) => takeTurn().operator(...words),
    log: () => processes.map((each) => each.log()).join(""),
    async open() {
      await first.open(); // fills the database for the other processes
      await Promise.all(processes.slice(1).map((each) => each.open()));
      await waitUntilAllServe(nginx, processes);
    },
    kill: async () => void (await Promise.all(processes.map((each) => each.kill()))),
    async end(signal) {
      const codes = await Promise.all(processes.map((each) => each.end(signal)));
      return codes.find((code) => code !== 0) ?? 0;
    },
  };
}

/** Waits until every process gets requests: nginx skips a process for a second after it was down. */
async function waitUntilAllServe({ url, readRequests }: Nginx, processes: readonly Shop[]): Promise<void> {
  const previousCount = readRequests().length;
  const missing = new Set(processes.map((each) => Number(new URL(each.url).port)));
  while (missing.size > 0) {
    await fetch(`${url}/healthz`).catch(() => null);
    await pause(LOOK_EVERY_MS);
    for (const { status, ports } of readRequests().slice(previousCount))
      if (status === 200) missing.delete(ports.at(-1) ?? 0);
  }
}
