// npm run attack: starts shops on loopback and attacks them. `npm run attack -- overload` runs one scenario. `--short`
// runs shorter versions, `--engine server` uses only PostgreSQL. Exits with 1 if a value is outside its limits.

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
