// Runs a program of tests/load, for example for `npm run chaos`. The first lines of each program explain the program.

import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";

import { findBrowser } from "./browser.mjs";
import { buildAll, buildIfNeeded, buildOrExit } from "./build.mjs";
import { isInstalled } from "./install.mjs";
import { isRoot, requirePrograms } from "./machine.mjs";
import { say } from "./progress.mjs";
import { run } from "./run.mjs";

const [name, ...words] = process.argv.slice(2);
const isShort = words.includes("--short");
const namesNone = words.every((word) => word.startsWith("--"));

/** The requirements of the programs. The default of `build` is `buildIfNeeded`; null means that nothing is built. */
const NEEDS = {
  attack: { browser: true, build: buildAll },
  bench: { browser: true },
  cdn: { packages: { nginx: "nginx-light" } },
  cluster: {
    packages: { nginx: "nginx-light" },
    browser: words.includes("journeys") || (namesNone && !isShort),
  },
  failover: isShort
    ? {}
    : {
        root: "for a network of its own",
        packages: {
          patroni: "patroni",
          etcd: "etcd-server",
          haproxy: "haproxy",
          ip: "iproute2",
          pgbackrest: "pgbackrest",
        },
        // Starts the program in its own Linux namespaces, so that all its processes end together. There, `sh` is
        // process 1 and reaps orphaned processes.
        launcher: [
          ..."setpriv --pdeathsig KILL unshare --net --pid --fork --kill-child --mount-proc sh -c".split(" "),
          'ip link set lo up; "$@"; exit $?',
          "sh",
        ],
        endsWith: "SIGKILL", // unshare ignores other signals
      },
  recovery: { packages: { pgbackrest: "pgbackrest" } },
  // These programs build the shop themselves or do not need a build.
  image: { build: null },
  mutants: { build: null },
  production: { build: null },
};

const {
  root,
  packages = {},
  browser: needsBrowser = false,
  build = buildIfNeeded,
  launcher = [],
  endsWith,
} = NEEDS[name] ?? {};
if (root && !isRoot) {
  say(`npm run ${name} needs root, ${root}.`);
  process.exit(1);
}
await requirePrograms(`npm run ${name}`, packages);
const node = await isInstalled();
const browser = needsBrowser ? await findBrowser(node) : null;
if (needsBrowser && !browser) process.exit(1);
if (build) await buildOrExit(node, build);
const folder = mkdtempSync(path.join(os.tmpdir(), "taruva-load-"));
chmodSync(folder, 0o711); // PostgreSQL runs as another user and needs access
const env = { TMPDIR: folder, ...(browser && { CHROMIUM_PATH: browser }) };
const cleanUp = () => rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
const [first, ...args] = [...launcher, node, `tests/load/${name}.ts`, ...words];
run(first, args, env, { cleanUp, endsWith });
