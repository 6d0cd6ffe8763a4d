import type { Feature } from "#platform/feature.ts";
import { addresses } from "./addresses-command.ts";
import { lostCommands } from "./lost-and-replaced.ts";
import { parcelCommands, pack } from "./commands.ts";
import { dispatchChange } from "./dispatch-order.ts";
import { serveDispatch } from "./dispatch-page.ts";
import { checkCouriers, readOwnCouriers } from "./couriers.ts";
import { serveTracking } from "./tracking-page.ts";

export const parcels: Feature = {
  name: "parcels",
  plugins: [serveTracking, serveDispatch],
  commands: [pack, addresses, ...parcelCommands, ...lostCommands],
  changes: [dispatchChange],
  checks: [{ name: "couriers", needs: "shop", check: checkCouriers }],
  // Machines that do not have the owner's files take the list from the one that has.
  open: async (context) => void (await readOwnCouriers(context)),
};
