// npm run bench:growth: the table "As the work grows" of docs/speed.md. `npm run bench:growth -- goods` plays one part,
// `--engine server` on one engine. Loopback only; ends by itself, with 1 when a figure is more than twice its small one.

import { goods } from "./growth/goods.ts";
import { history } from "./growth/history.ts";
import { play } from "./play.ts";

await play([goods, history], { isDurable: true });
