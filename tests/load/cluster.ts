// npm run cluster: PostgreSQL, three processes of the built shop and nginx before them, until Ctrl-C.
// `npm run cluster -- prove` proves what several processes promise, `-- prove killed` one part of it. Loopback only; the
// proof ends by itself, with 1 when a figure is missed.

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

const [first] = process.argv.slice(2);
if (first === undefined) await stayOpen();
else {
  if (first === "prove") process.argv.splice(2, 1);
  await play([killed, restarted, claimed, heard, differing, growing, journeys, two]);
}
