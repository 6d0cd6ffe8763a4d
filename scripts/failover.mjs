// npm run failover: PostgreSQL on three nodes under Patroni loses its primary while two shops sell; see
// tests/load/failover.ts. It needs root, for a network of its own, and Debian's packages; `--short` needs neither.

import { runLoad } from "./load.mjs";
import { isRoot, requirePrograms } from "./machine.mjs";
import { say } from "./progress.mjs";

const PACKAGES = {
  patroni: "patroni",
  etcd: "etcd-server",
  haproxy: "haproxy",
  ip: "iproute2",
  pgbackrest: "pgbackrest",
  pgbouncer: "pgbouncer",
};

/** A network and processes of its own, which end with it; the shell takes in those whose parents are killed. */
const OWN_NAMESPACES =
  "setpriv --pdeathsig KILL unshare --net --pid --fork --kill-child --mount-proc sh -c".split(" ");

const isShort = process.argv.includes("--short");
if (!isShort) {
  if (!isRoot) {
    say("npm run failover needs root, for a network of its own.");
    process.exit(1);
  }
  await requirePrograms("npm run failover", PACKAGES);
}
await runLoad("failover.ts", {
  endsWith: isShort ? undefined : "SIGKILL", // unshare listens to no other
  launcher: isShort ? [] : [...OWN_NAMESPACES, 'ip link set lo up; "$@"; exit $?', "sh"],
});
