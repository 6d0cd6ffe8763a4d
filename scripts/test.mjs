// npm test: on a bare clone everything. `npm test -- orders` runs only the test files with that in their path.

import { isInstalled } from "./install.mjs";
import { run } from "./run.mjs";

const node = await isInstalled();
run(node, ["scripts/all-tests.mjs", ...process.argv.slice(2)]);
