// npm run chaos: the built shop among kills, dead databases, providers that lie, a full disk; see tests/load/chaos.ts.

import { runLoad } from "./load.mjs";

await runLoad("chaos.ts");
