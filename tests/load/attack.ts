// npm run attack: the shop among people who mean harm. `npm run attack -- scripts` plays one scenario, `--short` the
// short form, `--engine server` one engine. Loopback only; it ends by itself, with 1 when a figure is missed.

import { paths } from "./attack/addresses.ts";
import { redirects } from "./attack/redirects.ts";
import { foreignPage } from "./attack/foreign-page.ts";
import { lockOut } from "./attack/lock-out.ts";
import { passwords, resetCodes } from "./attack/guessing.ts";
import { holds } from "./attack/holds.ts";
import { hostileMailboxes } from "./attack/hostile-mailboxes.ts";
import { loginFlood } from "./attack/login-flood.ts";
import { overload } from "./attack/overload.ts";
import { pages } from "./attack/pages.ts";
import { scripts } from "./attack/scripts.ts";
import { sixTabs } from "./attack/six-tabs.ts";
import { slowClients } from "./attack/slow-clients.ts";
import { sockets } from "./attack/sockets.ts";
import { webhooks } from "./attack/webhooks.ts";
import { play } from "./play.ts";

await play([
  resetCodes,
  passwords,
  lockOut,
  hostileMailboxes,
  sixTabs,
  foreignPage,
  scripts,
  paths,
  redirects,
  webhooks,
  holds,
  loginFlood,
  slowClients,
  sockets,
  pages,
  overload,
]);
