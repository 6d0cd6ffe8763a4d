import type { Feature } from "#platform/feature.ts";
import type { LockAccount } from "./address-book.ts";
import { createAddressRoutes } from "./routes.ts";

export const createAddressesFeature = (lockAccount: LockAccount): Feature => ({
  name: "addresses",
  routes: createAddressRoutes(lockAccount),
});
