import type { Feature } from "#platform/feature.ts";
import { type Route, route } from "#platform/http/route.ts";
import * as contracts from "../contracts.ts";
import { requestReturn } from "../endpoints.ts";
import { returnCommands } from "./commands.ts";
import { serveReturnPictures } from "./return-pictures.ts";
import { handleReturn } from "./returns.ts";

const returnRoutes: Route[] = [route(requestReturn, contracts.requestReturn, handleReturn)];

export const returns: Feature = {
  name: "returns",
  routes: returnRoutes,
  plugins: [serveReturnPictures],
  commands: returnCommands,
};
