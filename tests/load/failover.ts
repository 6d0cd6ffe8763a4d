// npm run failover: three PostgreSQL nodes under Patroni lose one another while two shops sell. `npm run failover -- primary`
// plays one scenario, `--short` the form of npm test. Ends with 1 when a figure is missed.

import { archive } from "./failover/archive.ts";
import { etcdLost } from "./failover/lost-etcd.ts";
import { networkLost } from "./failover/lost-network.ts";
import { primaryKilled, replicaKilled, switchover } from "./failover/lost-nodes.ts";
import { pooler } from "./failover/pooler.ts";
import { promotion } from "./failover/promotion.ts";
import { play } from "./play.ts";

process.setMaxListeners(0); // each program in the background ends with this one

await play([promotion, pooler, primaryKilled, switchover, replicaKilled, networkLost, etcdLost, archive], {
  startsOwnServers: true,
});
