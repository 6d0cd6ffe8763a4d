import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { chownSync, mkdtempSync, readlinkSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { findPrograms, runAt } from "../../support/postgres.ts";
import { end, findUnprivilegedUser, killAtExit } from "../../support/processes.ts";
import { sendHit } from "../calls.ts";
import { readDeployed } from "../pgbackrest.ts";
import { waitUntil } from "../watch.ts";
import { type ClusterNode, createAuthority, createNode, startDaemon } from "./node.ts";

const ADDRESSES = ["10.0.0.11", "10.0.0.12", "10.0.0.13"];
const NETWORK = "10.0.0.0/24";
export const FAR_ADDRESS = "10.0.0.21";
const CUSTOMERS_ADDRESS = "10.0.0.20";
const HAPROXY = "127.0.0.1:5000";

/** Three database nodes, and HAProxy on both machines that run a shop. */
export interface Cluster {
  nodes: readonly ClusterNode[];
  /** The database's URL through HAProxy. It is the same on both machines. Its user may create databases. */
  url: string;
  far: SimulatedMachine;
  configErrors: readonly string[];
  findPrimary(): Promise<ClusterNode>;
  /** Waits until all nodes run and one replica is synchronous. Returns the time in ms. */
  waitUntilWhole(): Promise<number>;
  /** Starts HAProxy on the machine `far`. It also forwards the customers' connections to the shop there. */
  startFarProxy(shopUrl: string): Promise<void>;
}

export async function openCluster(): Promise<Cluster> {
  const owner = findUnprivilegedUser();
  const programs = findPrograms();
  if (owner === "none" || !programs) throw new Error("There is no PostgreSQL, or no user to run it as.");
  const { user } = owner;
  const shared = mkdtempSync(path.join(os.tmpdir(), "taruva-failover-"));
  if (user) chownSync(shared, user.uid, user.gid);
  writeFileSync(path.join(shared, "pgbackrest.conf"), readDeployed("pgbackrest/pgbackrest.conf"));
  createAuthority(shared);
  for (const address of ADDRESSES) ip("address", "add", `${address}/32`, "dev", "lo");
  const far = await openFarMachine();
  const nodes = ADDRESSES.map((address, index) =>
    createNode({ name: `node${index + 1}`, address, shared, user, programs }),
  );
  process.once("exit", () => removeAll(shared, nodes));
  for (const node of nodes) node.startEtcd();
  await waitUntil("etcd is up", areAllHealthy, 50);
  const configErrors = await Promise.all(nodes.map((node) => node.validate()));
  for (const node of nodes) node.startPatroni();
  const waitUntilWhole = () =>
    waitUntil(
      () => `all nodes work together\n${nodes.map((node) => node.log().slice(-2_000)).join("\n")}`,
      () => isWhole(nodes).catch(() => false),
      50,
    );
  await waitUntilWhole();
  return {
    nodes,
    far,
    configErrors: configErrors.filter((text) => text.trim() !== ""),
    waitUntilWhole,
    async findPrimary() {
      const answers = await Promise.all(nodes.map((node) => node.answers("/primary")));
      const [primary, ...others] = nodes.filter((_, index) => answers[index]);
      if (!primary || others.length > 0) throw new Error(`The primaries: ${answers.join(", ")}`);
      return primary;
    },
    ...(await startLoadBalancers(shared, far)),
  };
}

async function areAllHealthy(): Promise<boolean> {
  const hits = await Promise.all(
    ADDRESSES.map((address) => sendHit(`http://${address}:2379`, { path: "/health", isNew: true })),
  );
  return hits.every(({ status }) => status === 200);
}

async function isWhole(nodes: readonly ClusterNode[]): Promise<boolean> {
  const members = await Promise.any(nodes.map((node) => node.listMembers()));
  const roles = members.map(({ role }) => role).toSorted();
  const replicas = await Promise.all(nodes.map((node) => node.answers("/replica")));
  return roles.join() === "leader,replica,sync_standby" && replicas.filter(Boolean).length === 2;
}

function removeAll(folder: string, nodes: readonly ClusterNode[]): void {
  for (const node of nodes) {
    node.endEtcd();
    try {
      node.kill();
    } catch {
      // The node was not started or is already stopped, so ignore the error.
    }
  }
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
}

interface SimulatedMachine {
  enter: readonly string[];
  /** Silently drops all packets from this machine to the address, until `heal` is called. */
  lose(address: string): void;
  heal(address: string): void;
}

const ip = (...words: string[]) => execFileSync("ip", words, { stdio: ["ignore", "ignore", "inherit"] });

async function openFarMachine(): Promise<SimulatedMachine> {
  const holder = spawn("unshare", ["--net", "sleep", "infinity"], { stdio: "ignore" });
  killAtExit(holder, "SIGKILL");
  const place = `/proc/${holder.pid}/ns/net`;
  const isThere = () => readlinkSync(place) !== readlinkSync("/proc/self/ns/net");
  await waitUntil("there is a second network namespace", isThere, 50);
  const here = (words: string) => ip(...words.split(" "));
  const there = (words: string) =>
    execFileSync("nsenter", [`--net=${place}`, "ip", ...words.split(" ")], { stdio: "ignore" });
  here(`link add cable type veth peer name uplink netns ${holder.pid}`);
  here(`address add ${CUSTOMERS_ADDRESS}/32 dev cable`);
  here("link set cable up");
  here(`route add ${FAR_ADDRESS}/32 dev cable src ${CUSTOMERS_ADDRESS}`);
  there("link set lo up");
  there(`address add ${FAR_ADDRESS}/32 dev uplink`);
  there("link set uplink up");
  there(`route add ${NETWORK} dev uplink src ${FAR_ADDRESS}`);
  // Adds a veth pair whose other end is connected to nothing, so that all packets sent into it are lost.
  there("link add hole type veth peer name nowhere");
  there("link set hole up");
  there("link set nowhere up");
  return {
    enter: ["nsenter", `--net=${place}`],
    lose(target) {
      there(`neighbour replace ${target} lladdr 02:00:00:00:00:01 dev hole nud permanent`);
      there(`route add ${target}/32 dev hole src ${FAR_ADDRESS}`);
    },
    heal: (target) => void there(`route delete ${target}/32`),
  };
}

async function startLoadBalancers(folder: string, { enter }: SimulatedMachine) {
  const file = path.join(folder, "haproxy.cfg");
  writeFileSync(file, readDeployed("haproxy/postgres.cfg"));
  const start = (log: string, prefix: readonly string[], more: readonly string[] = []) =>
    startDaemon([...prefix, "haproxy", "-db", "-f", file, ...more], { folder, log });
  start("haproxy.log", []);
  let far: ChildProcess | undefined;
  return {
    url: await createShopRole(path.join(folder, "ca.pem")),
    async startFarProxy(shopUrl: string) {
      if (far) await end(far, "SIGKILL");
      const { host, port } = new URL(shopUrl);
      const customers = path.join(folder, "customers.cfg");
      writeFileSync(customers, `listen customers\n    bind ${host}\n    server shop 127.0.0.1:${port}\n`);
      far = start("far-haproxy.log", enter, ["-f", customers]);
      await waitUntil("HAProxy is up on the far machine", () => isListening(shopUrl), 50);
    },
  };
}

const isListening = (url: string): Promise<boolean> =>
  fetch(url).then(
    () => true,
    ({ cause }: { cause?: NodeJS.ErrnoException }) => cause?.code !== "ECONNREFUSED",
  );

/** The scenario drops its database at its end. Without `pg_signal_backend`, a running autovacuum would prevent that. */
const CREATE_ROLE = `
  do $$ begin create role taruva; exception when duplicate_object then end $$;
  alter role taruva login createdb password 'shop-password';
  grant pg_signal_backend to taruva`;
/** Until its first check, HAProxy treats every server as the primary, so require this many successes in a row. */
const TIMES_IN_A_ROW = 6;

/** Creates the shop's database role through HAProxy, as in docs/owners/scale.md. Returns the database URL. */
async function createShopRole(authority: string): Promise<string> {
  const tls = `sslmode=verify-full&sslrootcert=${authority}`;
  const password = /^PATRONI_SUPERUSER_PASSWORD=(.*)$/m.exec(readDeployed("patroni/node.env"))?.[1] ?? "";
  let timesInARow = 0;
  const createRole = async () => {
    const times = timesInARow + 1;
    timesInARow = 0;
    await runAt(`postgres://postgres:${password}@${HAPROXY}/postgres?${tls}`, CREATE_ROLE);
    timesInARow = times;
    return times === TIMES_IN_A_ROW;
  };
  await waitUntil("HAProxy finds the primary", () => createRole().catch(() => false), 50);
  return `postgres://taruva:shop-password@${HAPROXY}/postgres?${tls}`;
}
