import type { Feature } from "#platform/feature.ts";
import { stockCommands } from "./commands.ts";
import { checkStock } from "./stock-errors.ts";

export const inventory: Feature = {
  name: "inventory",
  commands: stockCommands,
  checks: [{ name: "stock", needs: "shop", check: checkStock }],
};
