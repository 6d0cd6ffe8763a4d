// npm run cluster: PostgreSQL, three processes of the shop and nginx before them; see tests/load/cluster.ts.

import { runLoad } from "./load.mjs";

const names = process.argv.slice(2);
const hasJourneys = names.length === 0 || names.includes("journeys");
await runLoad("cluster.ts", { needsBrowser: hasJourneys });
