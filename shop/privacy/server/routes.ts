import { bind, type Bound } from "#platform/bind.ts";
import { deleteAccount, downloadData } from "../endpoints.ts";
import { collectData } from "./collect-data.ts";
import { deleteOwnAccount } from "./delete-account.ts";

export const privacyRoutes: Bound[] = [
  bind(downloadData, (context, { caller }) => collectData(context, caller)),
  bind(deleteAccount, (context, { caller, body, exchange }) =>
    deleteOwnAccount(context, caller, body, exchange),
  ),
];
