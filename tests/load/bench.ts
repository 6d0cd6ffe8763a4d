// npm run bench: measures the values in docs/developers/speed.md. Run it on an idle machine. `npm run bench -- orders`
// runs one scenario, `--engine server` uses only PostgreSQL. Exits with 1 if a measured value is outside its limits.

import { cachedPages, pages } from "./bench/pages.ts";
import { clicks, slowPhone } from "./bench/browser.ts";
import { memory, start, steady } from "./bench/memory.ts";
import { orders } from "./bench/orders.ts";
import { play } from "./play.ts";

await play("bench", [orders, cachedPages, pages, start, memory, steady, clicks, slowPhone], {
  isDurable: true,
  isAboutSpeed: true,
});
