// npm run failover: three PostgreSQL nodes under Patroni lose one another while two shops sell. `npm run failover -- primary`
// plays one scenario. `--short` plays without Patroni. It ends with 1 if a figure is missed.

import { archive } from "./failover/archive.ts";
import { etcdLost, networkLost, primaryKilled, replicaKilled, switchover } from "./failover/losses.ts";
import { pooler, promotion } from "./failover/promotion.ts";
import { play } from "./play.ts";

process.setMaxListeners(0); // each program in the background ends with this one

await play(
  "failover",
  [promotion, pooler, primaryKilled, switchover, replicaKilled, networkLost, etcdLost, archive],
  {
    startsOwnServers: true,
  },
);
