import { defineEndpoint, withContract } from "#contract/endpoint.ts";
import type * as contracts from "./contracts.ts";

export const downloadPaper = defineEndpoint(withContract<typeof contracts.downloadPaper>, {
  method: "GET",
  path: "/api/orders/:orderId/papers/:paper",
  policy: "customer",
});
