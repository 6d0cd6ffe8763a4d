// npm run mutants: see tests/load/mutants.ts.

import { isInstalled } from "./install.mjs";
import { run } from "./run.mjs";

const node = await isInstalled();
run(node, ["tests/load/mutants.ts", ...process.argv.slice(2)]);
