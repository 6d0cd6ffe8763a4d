// npm run rehearse-image: runs the Dockerfile's steps in a fresh Debian and places an order in the result; see
// tests/load/image.ts.

import { isInstalled } from "./install.mjs";
import { run } from "./run.mjs";

run(await isInstalled(), ["tests/load/image.ts"]);
