// npm run failover: two shops take orders while PostgreSQL nodes of a cluster fail one by one. `npm run failover --
// primary` runs one scenario, `--short` runs without Patroni. Exits with 1 if a value is outside its limits.

import { archive } from "./failover/archive.ts";
import { etcdLost, networkLost, primaryKilled, replicaKilled, switchover } from "./failover/losses.ts";
import { promotion } from "./failover/promotion.ts";
import { play } from "./play.ts";

process.setMaxListeners(0); // each background program adds a listener

await play(
  "failover",
  [promotion, primaryKilled, switchover, replicaKilled, networkLost, etcdLost, archive],
  {
    startsOwnServers: true,
  },
);
