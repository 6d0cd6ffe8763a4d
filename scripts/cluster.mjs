// npm run cluster: PostgreSQL, three processes of the shop and nginx in front of them; see tests/load/cluster.ts.

import { runLoad } from "./load.mjs";
import { requirePrograms } from "./machine.mjs";

const names = process.argv.slice(2);
await requirePrograms("npm run cluster", { nginx: "nginx-light" });
await runLoad("cluster.ts", { needsBrowser: names.length === 0 || names.includes("journeys") });
