// npm test: on a bare clone everything. `npm test -- orders` runs only the test files with that in their path.

import { installed } from "./install.mjs";
import { run } from "./run.mjs";

const node = await installed();
run(node, ["scripts/all-tests.mjs", ...process.argv.slice(2)]);
