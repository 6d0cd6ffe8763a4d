// npm run dev: the server opens again when a file of it changes, its database stays open; web files are Vite's.

import { isInstalled } from "./install.mjs";
import { run } from "./run.mjs";

const node = await isInstalled();
run(node, ["scripts/dev/main.ts"]);
