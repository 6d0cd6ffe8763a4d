// npm run mutants: for each promise of docs/developers/security.md, breaks the code that keeps it and checks that a
// test fails; see tests/load/mutants.ts.

import { isInstalled } from "./install.mjs";
import { run } from "./run.mjs";

const node = await isInstalled();
run(node, ["tests/load/mutants.ts", ...process.argv.slice(2)]);
