// npm run diwali: the owner's busiest day, by the command line against the built shop. `--engine server` on one engine, `--short`
// the form of npm test. Loopback only; it ends by itself, with 1 when something is missing.

import { busyDay } from "./diwali/busy-day.ts";
import { play } from "./play.ts";

await play([busyDay]);
