// npm run bench: how fast the built shop is, beside what the machine can do at most; see tests/load/bench.ts.

import { runLoad } from "./load.mjs";

await runLoad("bench.ts", { needsBrowser: true });
