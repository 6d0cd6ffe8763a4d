// npm run screens: pictures of every screen and state into .cache/screens. `npm run screens -- cart` takes only those.

import { findBrowser } from "./browser.mjs";
import { built } from "./build.mjs";
import { CannotGoOn, installed } from "./install.mjs";
import { say } from "./progress.mjs";
import { run } from "./run.mjs";

const node = await installed();
const browser = await findBrowser(node);
if (!browser) process.exit(1);
try {
  await built(node);
} catch (error) {
  if (!(error instanceof CannotGoOn)) throw error;
  say(`\n${error.message}`);
  process.exit(1);
}
run(node, ["tests/screens/take.ts", ...process.argv.slice(2)], { CHROMIUM_PATH: browser });
