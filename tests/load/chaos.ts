// npm run chaos: runs the shop while parts of it fail. `npm run chaos -- kill` runs one scenario. `--short` runs
// shorter versions, `--engine server` uses only PostgreSQL. Exits with 1 if a measured value is outside its limits.

import { database, swallow } from "./chaos/database.ts";
import { diskFull } from "./chaos/disk-full.ts";
import { kill, leave } from "./chaos/kill.ts";
import { play } from "./play.ts";

await play("chaos", [kill, leave, diskFull, database, swallow]);
