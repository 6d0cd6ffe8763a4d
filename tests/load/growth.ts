// npm run bench:growth: measures the values in the table "As the work grows" of docs/developers/speed.md. `npm run
// bench:growth -- goods` runs one scenario, `--engine server` uses only PostgreSQL. Exits with 1 if a time is more
// than twice the time for the smallest amount of data, or if another value is outside its limits.

import { desk } from "./growth/desk.ts";
import { goods, history } from "./growth/measure.ts";
import { play } from "./play.ts";

await play("bench:growth", [goods, history, desk], { isDurable: true, isAboutSpeed: true });
