// npm run shop -- <noun> <verb>: the operator's hands, in the running shop.

import { getBundledArguments, isCurrent } from "./build.mjs";
import { isInstalled } from "./install.mjs";
import { run } from "./run.mjs";

const node = await isInstalled();
const program = isCurrent() ? getBundledArguments("cli") : ["server/cli.ts"];
run(node, [...program, ...process.argv.slice(2)]);
