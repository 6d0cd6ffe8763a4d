import type { Feature } from "#platform/feature.ts";
import type { LockAccount } from "./add-address.ts";
import { addressRoutes } from "./routes.ts";

export const addresses = (lockAccount: LockAccount): Feature => ({
  name: "addresses",
  routes: addressRoutes(lockAccount),
});
