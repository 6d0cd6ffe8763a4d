import type { Feature } from "#platform/feature.ts";
import { route } from "#platform/http/route.ts";
import * as contracts from "../contracts.ts";
import { requestReturn } from "../endpoints.ts";
import { returnCommand } from "./commands.ts";
import { serveReturnPictures } from "./return-pictures.ts";
import { handleReturn } from "./returns.ts";

export const returns: Feature = {
  name: "returns",
  routes: [route(requestReturn, contracts.requestReturn, handleReturn)],
  plugins: [serveReturnPictures],
  commands: [returnCommand],
};
