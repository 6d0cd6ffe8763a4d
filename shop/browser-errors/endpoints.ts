import { defineEndpoint, withContract } from "#contract/endpoint.ts";
import type * as contracts from "./contracts.ts";

export const reportBrowserError = defineEndpoint(withContract<typeof contracts.reportBrowserError>, {
  method: "POST",
  path: "/api/browser-errors",
  policy: "public",
});
