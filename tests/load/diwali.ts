// npm run diwali: the owner's busiest day, by the command line against the built shop. `--engine server` uses one engine.
// It listens on loopback only and ends with 1 if something is missing.

import { busyDay } from "./diwali/busy-day.ts";
import { play } from "./play.ts";

await play("diwali", [busyDay]);
