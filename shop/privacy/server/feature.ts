import type { Feature } from "#platform/feature.ts";
import { route } from "#platform/http/route.ts";
import * as contracts from "../contracts.ts";
import { deleteAccount, downloadData } from "../endpoints.ts";
import { privacyCommands } from "./commands.ts";
import { collectData, deleteOwnAccount } from "./personal-data.ts";

export const privacy: Feature = {
  name: "privacy",
  routes: [
    route(downloadData, contracts.downloadData, collectData),
    route(deleteAccount, contracts.deleteAccount, deleteOwnAccount),
  ],
  commands: privacyCommands,
};
