// npm run chaos: runs the shop while parts of it fail. `npm run chaos -- kill` runs a single scenario. With `--short`
// it runs the short form, and with `--engine server` it uses only this engine. All connections are on loopback. Exits
// with 1 if a figure misses its limit.

import { database, swallow } from "./chaos/database.ts";
import { diskFull } from "./chaos/disk-full.ts";
import { kill, leave } from "./chaos/kill.ts";
import { play } from "./play.ts";

await play("chaos", [kill, leave, diskFull, database, swallow]);
