// npm run failover: three PostgreSQL nodes under Patroni lose one another while two shops sell. `npm run failover -- primary`
// plays one scenario, `--short` the form of npm test. Ends with 1 when a figure is missed.

import { etcdLost, networkCut, primaryKilled, replicaKilled, switchover } from "./failover/troubles.ts";
import { play } from "./play.ts";

await play([primaryKilled, switchover, replicaKilled, networkCut, etcdLost], { startsOwnServers: true });
