// npm run dev: restarts the server when one of its source files changes. Vite serves and reloads the browser's code.

import { isInstalled } from "./install.mjs";
import { resolveFromRoot } from "./root.mjs";
import { run } from "./run.mjs";

const node = await isInstalled();
run(node, ["--watch", "--watch-preserve-output", "server/main.ts"], {
  NODE_ENV: "development",
  NODE_COMPILE_CACHE: resolveFromRoot(".cache/compiled"),
});
