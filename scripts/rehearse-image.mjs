// npm run rehearse-image: the Dockerfile's steps in a fresh Debian, and an order in what they leave; see tests/load/image.ts.

import { isInstalled } from "./install.mjs";
import { run } from "./run.mjs";

run(await isInstalled(), ["tests/load/image.ts"]);
