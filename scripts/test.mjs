// npm test: runs everything that each change must pass. `npm test -- orders` runs the test files with this word in
// their path, `npm test -- changed` the tests of files changed since the last commit, and `npm test -- all` also the
// tests that take long. `npm test -- times` prints the slowest tests of the last run.

import { isInstalled } from "./install.mjs";
import { run } from "./run.mjs";

const node = await isInstalled();
run(node, ["scripts/all-tests.mjs", ...process.argv.slice(2)]);
