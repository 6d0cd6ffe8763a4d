// npm run attack: the built shop among those who guess, flood, forge and inject; see tests/load/attack.ts.

import { runLoad } from "./load.mjs";

await runLoad("attack.ts", { needsBrowser: true });
