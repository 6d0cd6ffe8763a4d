// npm start: starts the server. In a bare clone, it installs and builds the shop first.

import { buildOrExit, getBundledArguments } from "./build.mjs";
import { isInstalled } from "./install.mjs";
import { resolveFromRoot } from "./root.mjs";
import { run } from "./run.mjs";

const node = await isInstalled();
await buildOrExit(node);
run(node, getBundledArguments("main"), {
  NODE_ENV: "production",
  NODE_COMPILE_CACHE: resolveFromRoot("dist/.compiled"),
});
