// npm test: on a bare clone everything that each change has to pass. `npm test -- orders` runs the test files with that in
// their path, `npm test -- changed` those of what has changed since the last commit, `npm test -- all` the long form, and
// `npm test -- times` prints what took longest in the last run.

import { isInstalled } from "./install.mjs";
import { run } from "./run.mjs";

const node = await isInstalled();
run(node, ["scripts/all-tests.mjs", ...process.argv.slice(2)]);
