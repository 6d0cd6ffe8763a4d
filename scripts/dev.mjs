// npm run dev: the server opens again when a file of it changes, its database stays open; web files are Vite's.

import { installed } from "./install.mjs";
import { run } from "./run.mjs";

const node = await installed();
run(node, ["scripts/dev/main.ts"]);
