import type { Feature } from "#platform/feature.ts";
import { returnCommands } from "./commands.ts";
import { serveReturnPictures } from "./return-pictures.ts";
import { returnRoutes } from "./routes.ts";

export const returns: Feature = {
  name: "returns",
  routes: returnRoutes,
  plugins: [serveReturnPictures],
  commands: returnCommands,
};
