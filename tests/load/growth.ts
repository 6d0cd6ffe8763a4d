// npm run bench:growth: measures the table "As the work grows" of docs/developers/speed.md. `npm run bench:growth -- goods` plays one
// scenario, `--engine server` uses one engine. It listens on loopback only and ends with 1 if a figure is more than twice that
// of the smallest stage, or if a view of the desk takes more than 100 ms. It writes the views into last-runs.md.

import { desk } from "./growth/desk.ts";
import { goods, history } from "./growth/measure.ts";
import { play } from "./play.ts";
import { recordFigures } from "./record.ts";

await play("bench:growth", [goods, history, desk], {
  isDurable: true,
  isAboutSpeed: true,
  record(run) {
    const played = run.played.filter(({ scenario }) => scenario === desk);
    recordFigures("npm run bench:growth -- desk", { ...run, played });
  },
});
