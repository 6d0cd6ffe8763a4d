// npm test: on a bare clone everything. `npm test -- orders` runs only the test files with that in their path,
// `npm test -- changed` those that a change since the last commit can have broken, `npm test -- all` the load programs too.

import { isInstalled } from "./install.mjs";
import { run } from "./run.mjs";

const node = await isInstalled();
run(node, ["scripts/all-tests.mjs", ...process.argv.slice(2)]);
