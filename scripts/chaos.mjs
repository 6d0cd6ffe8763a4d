// npm run chaos: the built shop among kills, dead databases, providers that lie, a full disk; see tests/load/chaos.ts.

import { built } from "./build.mjs";
import { CannotGoOn, installed } from "./install.mjs";
import { say } from "./progress.mjs";
import { run } from "./run.mjs";

const node = await installed();
try {
  await built(node);
} catch (error) {
  if (!(error instanceof CannotGoOn)) throw error;
  say(`\n${error.message}`);
  process.exit(1);
}
run(node, ["tests/load/chaos.ts", ...process.argv.slice(2)]);
