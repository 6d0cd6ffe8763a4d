// npm run chaos: the built shop among kills, dead databases and a full disk; see tests/load/chaos.ts.

import { runLoad } from "./load.mjs";

await runLoad("chaos.ts");
