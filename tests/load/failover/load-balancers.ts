import { writeFileSync } from "node:fs";
import path from "node:path";
import { runAt } from "../../support/postgres.ts";
import { end } from "../../support/processes.ts";
import { type Daemon, startDaemon, waitFor } from "./daemon.ts";
import { readDeployed } from "./deployed.ts";

const PROXY = "127.0.0.1:5000";
const STARTS_WITHIN_MS = 60_000;
/** HAProxy takes every server for the primary until it has looked. */
const TIMES_IN_A_ROW = 6;

const CREATE_ROLE = `
  do $$ begin create role taruva; exception when duplicate_object then end $$;
  alter role taruva login createdb password 'shop-password'`;

interface LoadBalancers {
  /** The address for a user that may make databases, by way of HAProxy: the same on both machines. */
  url: string;
  /** HAProxy on the far machine, which also leads customers to the shop there. */
  startFar(shopUrl: string): Promise<void>;
}

/** HAProxy with the file of deploy/haproxy as it is, on this machine and on the one that `enter` leads to. */
export async function startLoadBalancers(folder: string, enter: readonly string[]): Promise<LoadBalancers> {
  const file = path.join(folder, "haproxy.cfg");
  writeFileSync(file, readDeployed("haproxy/postgres.cfg"));
  const start = (name: string, prefix: readonly string[], more: readonly string[] = []): Daemon =>
    startDaemon([...prefix, "haproxy", "-db", "-f", file, ...more], {
      folder,
      logFile: path.join(folder, `${name}.log`),
    });
  start("haproxy", []);
  let far: Daemon | undefined;
  return {
    url: await createShopRole(path.join(folder, "ca.pem")),
    async startFar(shopUrl) {
      if (far) await end(far.child, "SIGKILL");
      const { host, port } = new URL(shopUrl);
      const customers = path.join(folder, "customers.cfg");
      writeFileSync(customers, `listen customers\n    bind ${host}\n    server shop 127.0.0.1:${port}\n`);
      far = start("far-haproxy", enter, ["-f", customers]);
      const describe = () => "HAProxy does not come up on the far machine.";
      await waitFor(() => isListening(shopUrl), { withinMs: STARTS_WITHIN_MS, describe });
    },
  };
}

/** The shop behind it need not be open. */
const isListening = (url: string): Promise<boolean> =>
  fetch(url).then(
    () => true,
    ({ cause }: { cause?: NodeJS.ErrnoException }) => cause?.code !== "ECONNREFUSED",
  );

/** As docs/high-availability.md has it: no superuser, and by way of HAProxy. */
async function createShopRole(authority: string): Promise<string> {
  const tls = `sslmode=verify-full&sslrootcert=${authority}`;
  const password = /^PATRONI_SUPERUSER_PASSWORD=(.*)$/m.exec(readDeployed("patroni/node.env"))?.[1] ?? "";
  let timesInARow = 0;
  const findPrimary = async () => {
    try {
      await runAt(`postgres://postgres:${password}@${PROXY}/postgres?${tls}`, CREATE_ROLE);
      return ++timesInARow === TIMES_IN_A_ROW;
    } catch (error) {
      timesInARow = 0;
      throw error;
    }
  };
  const describe = () => "HAProxy finds no primary.";
  await waitFor(findPrimary, { withinMs: STARTS_WITHIN_MS, describe });
  return `postgres://taruva:shop-password@${PROXY}/postgres?${tls}`;
}
