// npm run attack: attacks a running shop. `npm run attack -- overload` runs a single scenario. With `--short` it runs
// the short form, and with `--engine server` it uses only this engine. All connections are on loopback. Exits with 1 if
// a figure misses its limit.

import { bodies } from "./attack/bodies.ts";
import { foreignPage } from "./attack/foreign-page.ts";
import { frames } from "./attack/frames.ts";
import { photos } from "./attack/photos.ts";
import { resetCodes } from "./attack/reset-codes.ts";
import { loginFlood, overload, pages } from "./attack/floods.ts";
import { operatorInputs } from "./attack/operator-inputs.ts";
import { remedies } from "./attack/remedies.ts";
import { scarceGoods } from "./attack/scarce-goods.ts";
import { scripts } from "./attack/scripts.ts";
import { slowClients } from "./attack/slow-clients.ts";
import { sockets } from "./attack/sockets.ts";
import { play } from "./play.ts";

await play(
  "attack",
  [
    resetCodes,
    foreignPage,
    scripts,
    loginFlood,
    slowClients,
    sockets,
    frames,
    photos,
    bodies,
    pages,
    scarceGoods,
    operatorInputs,
    remedies,
    overload,
  ],
  { isAboutSpeed: true },
);
