// npm test: in a bare clone, everything that each change must pass. `npm test -- orders` runs the test files with that
// in their path, `npm test -- changed` those of the files changed since the last commit, `npm test -- all` the long
// form; `npm test -- times` prints the slowest tests of the last run.

import { isInstalled } from "./install.mjs";
import { run } from "./run.mjs";

const node = await isInstalled();
run(node, ["scripts/all-tests.mjs", ...process.argv.slice(2)]);
