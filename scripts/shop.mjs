// npm run shop -- <noun> <verb>: the operator's hands, in the running shop.

import { installed } from "./install.mjs";
import { run } from "./run.mjs";

const node = await installed();
run(node, ["server/cli.ts", ...process.argv.slice(2)]);
