// npm run cluster: PostgreSQL, three processes of the built shop and nginx before them, until Ctrl-C.
// `npm run cluster -- prove` proves what several processes promise, `-- prove killed` one part of it. Loopback only; the
// proof ends by itself, with 1 when a figure is missed.

import { heard } from "./cluster/heard.ts";
import { killed } from "./cluster/killed.ts";
import { restarted } from "./cluster/restarted.ts";
import { play } from "./play.ts";

if (process.argv[2] === "prove") process.argv.splice(2, 1);
await play([killed, restarted, heard]);
