import { type BodyOf, defineEndpoint, withContract } from "#contract/endpoint.ts";
import type * as contracts from "./contracts.ts";

export const countStep = defineEndpoint(withContract<typeof contracts.countStep>, {
  method: "POST",
  path: "/api/visits",
  policy: "public",
});

export type PurchaseStep = BodyOf<typeof countStep>["step"];
