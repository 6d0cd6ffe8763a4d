// npm run chaos: the shop among failures. `npm run chaos -- kill` plays one scenario, `--short` the form of npm test,
// `--engine server` one engine. Loopback only; it ends by itself, with 1 when a figure is missed.

import { database } from "./chaos/database.ts";
import { diskFull } from "./chaos/disk-full.ts";
import { kill } from "./chaos/kill.ts";
import { leave } from "./chaos/leave.ts";
import { link } from "./chaos/link.ts";
import { mail } from "./chaos/mail.ts";
import { oversell } from "./chaos/oversell.ts";
import { provider } from "./chaos/provider.ts";
import { secondProcess } from "./chaos/second-process.ts";
import { swallow } from "./chaos/swallow.ts";
import { play } from "./play.ts";

await play([kill, leave, secondProcess, diskFull, database, link, swallow, provider, mail, oversell]);
