import type { Feature } from "#platform/feature.ts";
import { checkStock } from "./stock-errors.ts";

export const inventory: Feature = {
  name: "inventory",
  checks: [{ name: "stock", needs: "shop", risk: "orders", check: checkStock }],
};
