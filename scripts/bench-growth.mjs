// npm run bench:growth: what grows with the shop's goods and orders, and what does not; see tests/load/growth.ts.

import { runLoad } from "./load.mjs";

await runLoad("growth.ts");
