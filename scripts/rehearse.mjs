// npm run rehearse-production: follows docs/owners/production.md in a fresh Debian; see tests/load/production.ts.
// npm run rehearse-image: runs the Dockerfile's steps there and places an order in the result; see tests/load/image.ts.

import { isInstalled } from "./install.mjs";
import { run } from "./run.mjs";

const [name, ...words] = process.argv.slice(2);
run(await isInstalled(), [`tests/load/${name}.ts`, ...words]);
