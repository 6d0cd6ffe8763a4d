// npm run bench: measures the figures of docs/developers/speed.md. `npm run bench -- orders` runs a single scenario.
// With `--engine server` it uses only this engine. All connections are on loopback. Exits with 1 if a figure misses its
// limit. Run it on an otherwise idle machine.

import { cachedPages, pages } from "./bench/pages.ts";
import { clicks, slowPhone } from "./bench/browser.ts";
import { memory, start, steady } from "./bench/memory.ts";
import { orders } from "./bench/orders.ts";
import { play } from "./play.ts";

await play("bench", [orders, cachedPages, pages, start, memory, steady, clicks, slowPhone], {
  isDurable: true,
  isAboutSpeed: true,
});
