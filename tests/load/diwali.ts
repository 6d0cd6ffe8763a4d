// npm run diwali: plays the owner's busiest day with the command line and the built shop. With `--engine server` it
// uses only this engine. All connections are on loopback. Exits with 1 if something is missing.

import { busyDay } from "./diwali/busy-day.ts";
import { play } from "./play.ts";

await play("diwali", [busyDay]);
