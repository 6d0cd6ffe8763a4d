// npm run shop -- <noun> <verb>: runs an operator's command in the running shop.

import { buildDeskIfNeeded, buildOrExit, getBundledArguments, isCurrent } from "./build.mjs";
import { isInstalled } from "./install.mjs";
import { run } from "./run.mjs";

const node = await isInstalled();
if (process.argv[2] === "desk") await buildOrExit(node, buildDeskIfNeeded);
const program = isCurrent() ? getBundledArguments("cli") : ["server/cli.ts"];
run(node, [...program, ...process.argv.slice(2)]);
