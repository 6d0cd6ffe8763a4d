// npm run dev: the server opens again when a file of it changes; web files are Vite's.

import { isInstalled } from "./install.mjs";
import { resolveFromRoot } from "./root.mjs";
import { run } from "./run.mjs";

const node = await isInstalled();
run(node, ["--watch", "--watch-preserve-output", "server/main.ts"], {
  NODE_ENV: "development",
  NODE_COMPILE_CACHE: resolveFromRoot(".cache/compiled"),
});
