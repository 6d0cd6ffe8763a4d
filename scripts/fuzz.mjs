// npm run fuzz: 10,000 generated calls a seed against both engines. `npm run fuzz -- 7 8` uses these seeds.

import { isInstalled } from "./install.mjs";
import { run } from "./run.mjs";

const node = await isInstalled();
run(node, ["scripts/fuzz-engines.mjs", ...process.argv.slice(2)]);
