// npm run recovery: what an owner does when a table was dropped or the machine is gone, with pgBackRest and the files
// of deploy/pgbackrest. `--short` is smaller. Loopback only; it ends by itself, with 1 when a figure is missed.

import { play } from "./play.ts";
import { droppedTable } from "./recovery/dropped-table.ts";
import { lostMachine } from "./recovery/lost-machine.ts";

await play([droppedTable, lostMachine]);
