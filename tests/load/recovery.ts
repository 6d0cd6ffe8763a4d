// npm run recovery: restores the shop after a table was dropped or the machine was lost, with pgBackRest and the files
// of deploy/pgbackrest. With `--short` it uses less data. All connections are on loopback. Exits with 1 if a figure
// misses its limit.

import { play } from "./play.ts";
import { droppedTable, lostMachine } from "./recovery/restores.ts";

await play("recovery", [droppedTable, lostMachine], { startsOwnServers: true });
