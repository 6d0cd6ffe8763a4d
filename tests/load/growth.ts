// npm run bench:growth: the table "As the work grows" of docs/speed.md. `npm run bench:growth -- goods` plays one part,
// `--engine server` on one engine. Loopback only; ends by itself, with 1 when a figure is more than twice its small one, or a view
// of the desk takes more than 100 ms. What the views take it writes into docs/speed.md.

import { describeMachine } from "./bench/describe-machine.ts";
import { recordFigures } from "./bench/record-figures.ts";
import { desk } from "./growth/desk.ts";
import { goods } from "./growth/goods.ts";
import { history } from "./growth/history.ts";
import { play } from "./play.ts";

const command = "npm run bench:growth -- desk";

await play([goods, history, desk], {
  isDurable: true,
  describeMachine,
  record: (played) =>
    recordFigures(
      command,
      played.filter(({ title }) => title.startsWith(desk.name)),
    ),
});
