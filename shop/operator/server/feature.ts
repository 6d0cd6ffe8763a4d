import type { Feature } from "#platform/feature.ts";
import { operatorCommands } from "./commands.ts";

export const operator: Feature = { name: "operator", commands: operatorCommands };
