// npm run recovery: a dropped table and a lost machine, brought back by pgBackRest; see tests/load/recovery.ts.

import { runLoad } from "./load.mjs";

await runLoad("recovery.ts");
