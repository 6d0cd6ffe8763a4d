// npm run screens: saves screenshots of every screen and state in .cache/screens. `npm run screens -- cart` saves only
// those of the cart. npm run pictures makes the screenshots for the documentation.

import { findBrowser } from "./browser.mjs";
import { buildAll, buildIfNeeded, buildOrExit } from "./build.mjs";
import { isInstalled } from "./install.mjs";
import { run } from "./run.mjs";

const node = await isInstalled();
const browser = await findBrowser(node);
if (!browser) process.exit(1);
const words = process.argv.slice(2);
const isForDocuments = words[0] === "--documents";
await buildOrExit(node, isForDocuments ? buildAll : buildIfNeeded);
const program = isForDocuments ? ["tests/screens/take-pictures.ts"] : ["tests/screens/take.ts", ...words];
run(node, program, { CHROMIUM_PATH: browser });
