// npm run attack: the built shop among people who guess, flood and inject; see tests/load/attack.ts.

import { runLoad } from "./load.mjs";

await runLoad("attack.ts", { needsBrowser: true });
