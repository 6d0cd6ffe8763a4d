import type { Feature } from "#platform/feature.ts";
import { addressesCommand } from "./addresses-command.ts";
import { parcelCommands, packCommand } from "./commands.ts";
import { serveTracking } from "./tracking-page.ts";

export const parcels: Feature = {
  name: "parcels",
  plugins: [serveTracking],
  commands: [packCommand, addressesCommand, ...parcelCommands],
};
