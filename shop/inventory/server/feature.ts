import type { Feature } from "#platform/feature.ts";
import { checkStock } from "./check-stock.ts";
import { stockCommands } from "./commands.ts";

export const inventory: Feature = { name: "inventory", commands: stockCommands, checks: [checkStock] };
