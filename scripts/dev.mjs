// npm run dev: the server starts again when a file it imports changes; web files are Vite's, which lives inside it.

import { installed } from "./install.mjs";
import { run } from "./run.mjs";

const node = await installed();
run(node, ["--watch", "--watch-preserve-output", "server/main.ts"], { NODE_ENV: "development" });
