// npm run cdn: shops on machines with empty disks, one storage for their pictures, one CDN before them; see tests/load/cdn.ts.

import { runLoad } from "./load.mjs";

await runLoad("cdn.ts");
