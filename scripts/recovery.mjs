// npm run recovery: a dropped table and a lost machine, brought back by pgBackRest; see tests/load/recovery.ts.

import { runLoad } from "./load.mjs";
import { requirePrograms } from "./machine.mjs";

await requirePrograms("npm run recovery", { pgbackrest: "pgbackrest" });
await runLoad("recovery.ts");
