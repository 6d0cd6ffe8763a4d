// npm start: on a bare clone everything, on the second start nothing but the server.

import { buildOrExit } from "./build.mjs";
import { installed } from "./install.mjs";
import { fromRoot } from "./root.mjs";
import { run } from "./run.mjs";

const node = await installed();
await buildOrExit(node);
run(node, ["server/main.ts"], { NODE_ENV: "production", NODE_COMPILE_CACHE: fromRoot("dist/.compiled") });
