// npm run failover: PostgreSQL on three nodes under Patroni loses its primary while two shops sell; see
// tests/load/failover.ts. It needs root, for a network of its own, and Debian's packages; `--short` needs neither.

import { runLoad } from "./load.mjs";
import { installWithApt, isRoot, mayInstallSystemPackages, onPath } from "./machine.mjs";
import { say } from "./progress.mjs";

const PACKAGES = {
  patroni: "patroni",
  etcd: "etcd-server",
  haproxy: "haproxy",
  ip: "iproute2",
  pgbackrest: "pgbackrest",
};

/** A network and processes of its own, which end with it; the shell takes in those whose parents are killed. */
const OWN_NAMESPACES =
  "setpriv --pdeathsig KILL unshare --net --pid --fork --kill-child --mount-proc sh -c".split(" ");

const isShort = process.argv.includes("--short");
if (!isShort) {
  process.once("SIGTERM", () => process.exit(143)); // unshare does not listen to it, and ends with us
  if (!isRoot) exit("npm run failover needs root, for a network of its own.");
  for (const [program, name] of Object.entries(PACKAGES)) await need(program, name);
}
await runLoad("failover.ts", {
  launcher: isShort ? [] : [...OWN_NAMESPACES, 'ip link set lo up; "$@"; exit $?', "sh"],
});

async function need(program, name) {
  if (onPath(program)) return;
  if (mayInstallSystemPackages && (await installWithApt(name))) return;
  exit(`npm run failover needs ${program}: apt-get install ${name}`);
}

function exit(reason) {
  say(reason);
  process.exit(1);
}
