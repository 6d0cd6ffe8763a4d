// npm run screens: pictures of every screen and state into .cache/screens. `npm run screens -- cart` takes only those.

import { findBrowser } from "./browser.mjs";
import { buildOrExit } from "./build.mjs";
import { isInstalled } from "./install.mjs";
import { run } from "./run.mjs";

const node = await isInstalled();
const browser = await findBrowser(node);
if (!browser) process.exit(1);
await buildOrExit(node);
run(node, ["tests/screens/take.ts", ...process.argv.slice(2)], { CHROMIUM_PATH: browser });
