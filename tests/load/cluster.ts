// npm run cluster: proves on PostgreSQL, three processes of the built shop and nginx before them what several processes
// promise; `-- killed` is one part of it. Loopback only; it ends by itself, with 1 when a figure is missed.
// `npm run cluster -- open` opens them to look at, until Ctrl-C.

import { claimed } from "./cluster/claimed.ts";
import { differing } from "./cluster/differing.ts";
import { growing } from "./cluster/growing.ts";
import { heard } from "./cluster/heard.ts";
import { journeys } from "./cluster/journeys.ts";
import { killed } from "./cluster/killed.ts";
import { restarted } from "./cluster/restarted.ts";
import { stayOpen } from "./cluster/stay-open.ts";
import { two } from "./cluster/two.ts";
import { play } from "./play.ts";

if (process.argv[2] === "open") await stayOpen();
else await play([killed, restarted, claimed, heard, differing, growing, journeys, two]);
