import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { chownSync, mkdtempSync, readlinkSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { findPrograms, runAt } from "../../support/postgres.ts";
import { end, findUnprivilegedUser } from "../../support/processes.ts";
import { readDeployed } from "../pgbackrest.ts";
import { type ClusterNode, createAuthority, createNode, startDaemon } from "./node.ts";

const ADDRESSES = ["10.0.0.11", "10.0.0.12", "10.0.0.13"];
const NETWORK = "10.0.0.0/24";
/** The IP address of the far shop, which can be cut off from the database. */
export const FAR_ADDRESS = "10.0.0.21";
/** The IP address of the far shop's customers. */
const CUSTOMERS_ADDRESS = "10.0.0.20";
const HAPROXY = "127.0.0.1:5000";
const STARTS_WITHIN_MS = 300_000;

/** Three database nodes, and HAProxy on both machines that run a shop. */
export interface Cluster {
  nodes: readonly ClusterNode[];
  /** The URL of PostgreSQL through HAProxy. It is the same on both machines. Its user may create databases. */
  url: string;
  far: SimulatedMachine;
  /** The errors that `patroni --validate-config` printed. */
  configErrors: readonly string[];
  /** Returns the primary. @throws if there is no primary or more than one */
  findPrimary(): Promise<ClusterNode>;
  /** Waits until all nodes run and one replica is synchronous. Returns how long that took, in ms. */
  waitUntilWhole(): Promise<number>;
  /** Starts HAProxy on the far machine. It also forwards connections of the far shop's customers to that shop. */
  startFarProxy(shopUrl: string): Promise<void>;
}

/** Waits until `isReady` returns true. @throws with the text of `describe` after the timeout */
export async function waitFor(
  isReady: () => Promise<boolean>,
  describe: () => string,
  withinMs = STARTS_WITHIN_MS,
): Promise<number> {
  const began = performance.now();
  while (!(await isReady().catch(() => false))) {
    if (performance.now() - began > withinMs) throw new Error(describe());
    await sleep(50);
  }
  return performance.now() - began;
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
  await waitFor(areAllHealthy, () => "etcd does not come up.");
  const configErrors = await Promise.all(nodes.map((node) => node.validate()));
  for (const node of nodes) node.startPatroni();
  const waitUntilWhole = () =>
    waitFor(
      () => isWhole(nodes),
      () => `The nodes do not come together.\n${nodes.map((node) => node.log().slice(-2_000)).join("\n")}`,
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
  const responses = await Promise.all(ADDRESSES.map((address) => fetch(`http://${address}:2379/health`)));
  return responses.every(({ ok }) => ok);
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
      // The node was not started, or is already stopped.
    }
  }
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
}

/** A simulated machine: a network namespace that a virtual cable connects to this machine. */
interface SimulatedMachine {
  /** The command, with its arguments, that runs a program on that machine. */
  enter: readonly string[];
  /** From now on drops all packets from that machine to this address, without an error. */
  lose(address: string): void;
  heal(address: string): void;
}

const ip = (...words: string[]) => execFileSync("ip", words, { stdio: ["ignore", "ignore", "inherit"] });

async function openFarMachine(): Promise<SimulatedMachine> {
  const holder = spawn("unshare", ["--net", "sleep", "infinity"], { stdio: "ignore" });
  process.once("exit", () => holder.kill("SIGKILL"));
  const place = `/proc/${holder.pid}/ns/net`;
  await waitFor(
    async () => readlinkSync(place) !== readlinkSync("/proc/self/ns/net"),
    () => "There is no second network namespace.",
  );
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
  // A second virtual cable has no machine at its other end, so all packets that are sent into it are lost.
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

/** Starts HAProxy with the unmodified configuration in deploy/haproxy. */
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
      await waitFor(
        () => isListening(shopUrl),
        () => "HAProxy does not come up on the far machine.",
      );
    },
  };
}

/** True if HAProxy accepts connections. The shop behind it may be down. */
const isListening = (url: string): Promise<boolean> =>
  fetch(url).then(
    () => true,
    ({ cause }: { cause?: NodeJS.ErrnoException }) => cause?.code !== "ECONNREFUSED",
  );

const CREATE_ROLE = `
  do $$ begin create role taruva; exception when duplicate_object then end $$;
  alter role taruva login createdb password 'shop-password'`;
/**
 * The number of successful connections in a row after which HAProxy has certainly found the primary. Until its first
 * check, HAProxy treats every server as the primary.
 */
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
  await waitFor(createRole, () => "HAProxy finds no primary.");
  return `postgres://taruva:shop-password@${HAPROXY}/postgres?${tls}`;
}
