// npm run cluster: checks the promises of docs/owners/scale.md about several processes, with PostgreSQL, three
// processes of the built shop and nginx. `-- killed` runs one scenario. `-- open` keeps a cluster running until Ctrl-C.
// It listens on loopback only and exits with 1 if a figure is missed.

import { claimed } from "./cluster/claimed.ts";
import { stayOpen } from "./cluster/crowded-cluster.ts";
import { killed, restarted, two } from "./cluster/ended.ts";
import { growing, journeys } from "./cluster/growing.ts";
import { heard } from "./cluster/heard.ts";
import { play } from "./play.ts";

if (process.argv[2] === "open") await stayOpen();
else await play("cluster", [killed, restarted, claimed, heard, growing, journeys, two]);
