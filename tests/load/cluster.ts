// npm run cluster: checks the promises of docs/owners/scale.md about several processes. It runs PostgreSQL, three
// processes of the built shop, and nginx. `npm run cluster -- killed` runs a single scenario. All connections are on
// loopback. Exits with 1 if a figure misses its limit.

import { claimed } from "./cluster/claimed.ts";
import { journeys } from "./cluster/crowded-cluster.ts";
import { killed, restarted, two } from "./cluster/ended.ts";
import { heard } from "./cluster/heard.ts";
import { play } from "./play.ts";

await play("cluster", [killed, restarted, claimed, heard, journeys, two]);
