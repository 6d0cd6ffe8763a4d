// npm start: on a bare clone everything, on the second start nothing but the server.

import { buildOrExit, bundled } from "./build.mjs";
import { installed } from "./install.mjs";
import { fromRoot } from "./root.mjs";
import { run } from "./run.mjs";

const node = await installed();
await buildOrExit(node);
run(node, bundled("main"), { NODE_ENV: "production", NODE_COMPILE_CACHE: fromRoot("dist/.compiled") });
