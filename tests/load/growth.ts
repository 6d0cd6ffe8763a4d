// npm run bench:growth: measures the table "As the work grows" of docs/developers/speed.md. `npm run bench:growth --
// goods` runs a single scenario. With `--engine server` it uses only this engine. All connections are on loopback.
// Exits with 1 if a figure is more than twice that of the smallest stage, or if a view of the desk takes more than 100
// ms.

import { desk } from "./growth/desk.ts";
import { goods, history } from "./growth/measure.ts";
import { play } from "./play.ts";

await play("bench:growth", [goods, history, desk], { isDurable: true, isAboutSpeed: true });
