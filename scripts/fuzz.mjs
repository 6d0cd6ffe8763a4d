// npm run fuzz: generated calls against both engines; see tests/load/fuzz.ts.

import { runLoad } from "./load.mjs";

await runLoad("fuzz.ts");
