// npm run diwali: 300 orders in a day, packed, labelled, sent, delivered, some returned, and the books; see tests/load/diwali.ts.

import { runLoad } from "./load.mjs";

await runLoad("diwali.ts");
