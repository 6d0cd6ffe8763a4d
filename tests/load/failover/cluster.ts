import { chownSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import { findPrograms, findUnprivilegedUser } from "../../support/find-postgres.ts";
import { end } from "../../support/end-process.ts";
import { type Daemon, startDaemon, waitFor } from "./daemon.ts";
import { addAddresses, type FarMachine, openFarMachine } from "./network.ts";
import { type ClusterNode, createNode, readDeployed } from "./node.ts";

const ADDRESSES = ["10.0.0.11", "10.0.0.12", "10.0.0.13"];
const NETWORK = "10.0.0.0/24";
/** Where the shop that can be cut off is reached. */
export const FAR_ADDRESS = "10.0.0.21";
/** Where its customers come from. */
const CUSTOMERS_ADDRESS = "10.0.0.20";
const PROXY = "127.0.0.1:5000";
const STARTS_WITHIN_MS = 90_000;
const REPLICAS_WITHIN_MS = 60_000;

/** Three nodes, and HAProxy on each of the two machines that run a shop. */
export interface Cluster {
  nodes: readonly ClusterNode[];
  /** Of a user that may make databases, by way of HAProxy: the same address on both machines. */
  url: string;
  far: FarMachine;
  /** Errors of `patroni --validate-config`. */
  configErrors: readonly string[];
  /** @throws when there is none, or more than one */
  findPrimary(): Promise<ClusterNode>;
  /** Until all three serve and one of the replicas is synchronous; how long that took. */
  waitUntilWhole(): Promise<number>;
  /** HAProxy on the far machine, which also leads customers to the shop there. */
  startFarProxy(shopUrl: string): Promise<void>;
  close(): void;
}

export async function openCluster(): Promise<Cluster> {
  const owner = findUnprivilegedUser();
  if (owner === "none")
    throw new Error("PostgreSQL refuses to run as root, and there is no user postgres or nobody.");
  const { user } = owner;
  const programs = findPrograms();
  if (!programs) throw new Error("PostgreSQL is not installed here.");
  const folder = mkdtempSync(path.join(os.tmpdir(), "taruva-failover-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  if (user) chownSync(folder, user.uid, user.gid);
  addAddresses(ADDRESSES);
  const far = await openFarMachine(FAR_ADDRESS, CUSTOMERS_ADDRESS, NETWORK);
  const nodes = ADDRESSES.map((address, index) =>
    createNode({ name: `node${index + 1}`, address, folder, user, programs }),
  );

  for (const node of nodes) node.startEtcd();
  await waitFor(areAllHealthy, { withinMs: STARTS_WITHIN_MS, describe: () => "etcd does not come up." });
  const configErrors = (await Promise.all(nodes.map((node) => node.validate()))).filter(
    (said) => said.trim() !== "",
  );
  for (const node of nodes) node.startPatroni();
  const listAllMembers = async () => {
    for (const node of nodes) {
      const members = await node.listMembers().catch(() => null);
      if (members) return members;
    }
    return [];
  };
  const describe = () =>
    `The nodes do not come together.\n${nodes.map((node) => `${node.name}: ${node.tail()}`).join("\n")}`;
  const waitUntilWhole = () =>
    waitFor(
      async () => {
        const members = await listAllMembers();
        const roles = members
          .map(({ role }) => role)
          .toSorted()
          .join();
        const replicas = await Promise.all(nodes.map((node) => node.answers("/replica")));
        return roles === "leader,replica,sync_standby" && replicas.filter(Boolean).length === 2;
      },
      { withinMs: STARTS_WITHIN_MS, describe },
    );
  await waitUntilWhole();

  const proxyFile = path.join(folder, "haproxy.cfg");
  writeFileSync(proxyFile, readDeployed("haproxy/postgres.cfg"));
  const startProxy = (name: string, prefix: readonly string[], more: readonly string[] = []): Daemon =>
    startDaemon([...prefix, "haproxy", "-db", "-f", proxyFile, ...more], {
      folder,
      logFile: path.join(folder, `${name}.log`),
    });
  startProxy("haproxy", []);
  const url = await createShopRole();
  let farProxy: Daemon | undefined;
  return {
    nodes,
    url,
    far,
    configErrors,
    waitUntilWhole,
    async findPrimary() {
      const answers = await Promise.all(nodes.map((node) => node.answers("/primary")));
      const [primary, ...others] = nodes.filter((_, index) => answers[index]);
      if (!primary || others.length > 0)
        throw new Error(`There are ${others.length + (primary ? 1 : 0)} primaries.`);
      return primary;
    },
    async startFarProxy(shopUrl) {
      if (farProxy) await end(farProxy.child, "SIGKILL");
      const { host, port } = new URL(shopUrl);
      const customers = path.join(folder, "customers.cfg");
      writeFileSync(customers, `listen customers\n    bind ${host}\n    server shop 127.0.0.1:${port}\n`);
      farProxy = startProxy("far-haproxy", far.enter, ["-f", customers]);
      await waitFor(() => isListening(shopUrl), {
        withinMs: STARTS_WITHIN_MS,
        describe: () => "HAProxy does not come up on the far machine.",
      });
    },
    close() {
      for (const node of nodes) {
        node.kill();
        node.endEtcd();
      }
    },
  };
}

/** The shop behind it need not be open. */
const isListening = (url: string): Promise<boolean> =>
  fetch(url).then(
    () => true,
    ({ cause }: { cause?: NodeJS.ErrnoException }) => cause?.code !== "ECONNREFUSED",
  );

async function areAllHealthy(): Promise<boolean> {
  const answers = await Promise.all(ADDRESSES.map((address) => fetch(`http://${address}:2379/health`)));
  return answers.every(({ ok }) => ok);
}

/** As docs/high-availability.md has it: no superuser, and by way of HAProxy. */
async function createShopRole(): Promise<string> {
  const password = /^PATRONI_SUPERUSER_PASSWORD=(.*)$/m.exec(readDeployed("patroni/node.env"))?.[1] ?? "";
  const create = async () => {
    const admin = new pg.Client({ connectionString: `postgres://postgres:${password}@${PROXY}/postgres` });
    try {
      await admin.connect();
      await admin.query("create role taruva login createdb password 'shop-password'");
      return true;
    } finally {
      await admin.end().catch(() => {});
    }
  };
  await waitFor(create, { withinMs: REPLICAS_WITHIN_MS, describe: () => "HAProxy finds no primary." });
  return `postgres://taruva:shop-password@${PROXY}/postgres`;
}
