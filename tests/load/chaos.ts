// npm run chaos: the shop among failures. `npm run chaos -- kill` runs one scenario, `--short` the short form,
// `--engine server` one engine. Stays on loopback. Ends with 1 when a figure is missed.

import { database, swallow } from "./chaos/database.ts";
import { diskFull } from "./chaos/disk-full.ts";
import { kill, leave } from "./chaos/kill.ts";
import { play } from "./play.ts";

await play("chaos", [kill, leave, diskFull, database, swallow]);
