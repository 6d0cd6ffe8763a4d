// npm start: on a bare clone everything, on the second start nothing but the server.

import { built } from "./build.mjs";
import { CannotGoOn, installed } from "./install.mjs";
import { say } from "./progress.mjs";
import { fromRoot } from "./root.mjs";
import { run } from "./run.mjs";

const node = await installed();
try {
  await built(node);
} catch (error) {
  if (!(error instanceof CannotGoOn)) throw error;
  say(`\n${error.message}`);
  process.exit(1);
}
run(node, ["server/main.ts"], { NODE_ENV: "production", NODE_COMPILE_CACHE: fromRoot("dist/.compiled") });
