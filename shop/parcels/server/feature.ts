import type { Feature } from "#platform/feature.ts";
import { addresses } from "./addresses-command.ts";
import { parcelCommands, pack } from "./commands.ts";
import { serveTracking } from "./tracking-page.ts";

export const parcels: Feature = {
  name: "parcels",
  plugins: [serveTracking],
  commands: [pack, addresses, ...parcelCommands],
};
