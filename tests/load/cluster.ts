// npm run cluster: checks the guarantees of docs/owners/scale.md with PostgreSQL, three processes of the built shop,
// and nginx. `npm run cluster -- killed` runs one scenario. Exits with 1 if a value is outside its limits.

import { claimed } from "./cluster/claimed.ts";
import { journeys } from "./cluster/crowded-cluster.ts";
import { killed, restarted, two } from "./cluster/ended.ts";
import { heard } from "./cluster/heard.ts";
import { play } from "./play.ts";

await play("cluster", [killed, restarted, claimed, heard, journeys, two]);
