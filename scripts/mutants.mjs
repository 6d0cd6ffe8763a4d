// npm run mutants: each promise of docs/security.md broken once on purpose; see tests/load/mutants.ts.

import { runLoad } from "./load.mjs";

await runLoad("mutants.ts");
