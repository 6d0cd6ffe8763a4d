// npm run rehearse-production: follows docs/owners/production.md in a fresh Debian; see tests/load/production.ts.

import { isInstalled } from "./install.mjs";
import { run } from "./run.mjs";

run(await isInstalled(), ["tests/load/production.ts", ...process.argv.slice(2)]);
