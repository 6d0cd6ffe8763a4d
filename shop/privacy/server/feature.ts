import type { Feature } from "#platform/feature.ts";
import { route, type Route } from "#platform/http/route.ts";
import * as contracts from "../contracts.ts";
import { deleteAccount, downloadData } from "../endpoints.ts";
import { privacyCommands } from "./commands.ts";
import { collectData, deleteOwnAccount } from "./personal-data.ts";

const privacyRoutes: Route[] = [
  route(downloadData, contracts.downloadData, (context, { principal }) => collectData(context, principal)),
  route(deleteAccount, contracts.deleteAccount, (context, { principal, body, requestContext }) =>
    deleteOwnAccount(context, principal, body, requestContext),
  ),
];

export const privacy: Feature = { name: "privacy", routes: privacyRoutes, commands: privacyCommands };
