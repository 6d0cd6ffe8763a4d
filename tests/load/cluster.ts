// npm run cluster: checks what docs/owners/scale.md promises about several processes. It runs PostgreSQL, three
// processes of the built shop, and nginx. `-- killed` runs one scenario. `-- open` keeps a cluster running until
// Ctrl-C. All connections are on loopback. Exits with 1 if a figure misses its limit.

import { claimed } from "./cluster/claimed.ts";
import { stayOpen } from "./cluster/crowded-cluster.ts";
import { killed, restarted, two } from "./cluster/ended.ts";
import { growing, journeys } from "./cluster/growing.ts";
import { heard } from "./cluster/heard.ts";
import { play } from "./play.ts";

if (process.argv[2] === "open") await stayOpen();
else await play("cluster", [killed, restarted, claimed, heard, growing, journeys, two]);
