import { chownSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { findPrograms } from "../../support/postgres.ts";
import { findUnprivilegedUser } from "../../support/processes.ts";
import { readDeployed } from "./deployed.ts";
import { waitFor } from "./daemon.ts";
import { startLoadBalancers } from "./load-balancers.ts";
import { addAddresses, type FarMachine, openFarMachine } from "./network.ts";
import { type ClusterNode, createAuthority, createNode } from "./node.ts";

const ADDRESSES = ["10.0.0.11", "10.0.0.12", "10.0.0.13"];
const NETWORK = "10.0.0.0/24";
/** The address of the shop that can be cut off. */
export const FAR_ADDRESS = "10.0.0.21";
/** The address of its customers. */
const CUSTOMERS_ADDRESS = "10.0.0.20";
const STARTS_WITHIN_MS = 90_000;

/** Three nodes, and HAProxy on each of the two machines that run a shop. */
export interface Cluster {
  nodes: readonly ClusterNode[];
  /** The address for a user that may make databases, by way of HAProxy: the same on both machines. */
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
}

export async function openCluster(): Promise<Cluster> {
  const owner = findUnprivilegedUser();
  if (owner === "none")
    throw new Error("PostgreSQL refuses to run as root, and there is no user postgres or nobody.");
  const { user } = owner;
  const programs = findPrograms();
  if (!programs) throw new Error("PostgreSQL is not installed here.");
  const folder = mkdtempSync(path.join(os.tmpdir(), "taruva-failover-"));
  if (user) chownSync(folder, user.uid, user.gid);
  writeFileSync(path.join(folder, "pgbackrest.conf"), readDeployed("pgbackrest/pgbackrest.conf"));
  createAuthority(folder);
  addAddresses(ADDRESSES);
  const far = await openFarMachine(FAR_ADDRESS, CUSTOMERS_ADDRESS, NETWORK);
  const nodes = ADDRESSES.map((address, index) =>
    createNode({ name: `node${index + 1}`, address, folder, user, programs }),
  );

  process.once("exit", () => removeAll(folder, nodes));
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
    `The nodes do not come together.\n${nodes.map((node) => `${node.name}: ${node.log().slice(-2_000)}`).join("\n")}`;
  const waitUntilWhole = () =>
    waitFor(
      async () => {
        const members = await listAllMembers();
        const roles = members.map(({ role }) => role).toSorted();
        const replicas = await Promise.all(nodes.map((node) => node.answers("/replica")));
        return roles.join() === "leader,replica,sync_standby" && replicas.filter(Boolean).length === 2;
      },
      { withinMs: STARTS_WITHIN_MS, describe },
    );
  await waitUntilWhole();

  const { url, startFar } = await startLoadBalancers(folder, far.enter);
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
    startFarProxy: startFar,
  };
}

async function areAllHealthy(): Promise<boolean> {
  const answers = await Promise.all(ADDRESSES.map((address) => fetch(`http://${address}:2379/health`)));
  return answers.every(({ ok }) => ok);
}

function removeAll(folder: string, nodes: readonly ClusterNode[]): void {
  for (const node of nodes) {
    node.endEtcd();
    try {
      node.kill();
    } catch {
      // It has not been started, or is killed already.
    }
  }
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
}
