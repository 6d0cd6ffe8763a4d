// npm run bench: the figures of docs/speed.md. `npm run bench -- orders` plays one, `--engine server` one engine.
// Loopback only; it ends by itself, with 1 when a figure is missed. Wants a quiet machine, and says how quiet it was.
// It writes what it played into docs/speed.md.

import { cachedPages } from "./bench/cached-pages.ts";
import { clicks } from "./bench/clicks.ts";
import { describeMachine } from "./bench/describe-machine.ts";
import { memory } from "./bench/memory.ts";
import { orders, shopping } from "./bench/orders.ts";
import { pages } from "./bench/pages.ts";
import { recordFigures } from "./bench/record-figures.ts";
import { slowPhone } from "./bench/slow-phone.ts";
import { start } from "./bench/start.ts";
import { steady } from "./bench/steady.ts";
import { play } from "./play.ts";

await play([orders, shopping, cachedPages, pages, start, memory, steady, clicks, slowPhone], {
  isDurable: true,
  describeMachine,
  record: (played) => recordFigures("npm run bench", played),
});
