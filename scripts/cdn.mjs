// npm run cdn: shops on machines with empty disks, one storage for their pictures, one CDN; see tests/load/cdn.ts.

import { runLoad } from "./load.mjs";
import { requirePrograms } from "./machine.mjs";

await requirePrograms("npm run cdn", { nginx: "nginx-light" });
await runLoad("cdn.ts");
