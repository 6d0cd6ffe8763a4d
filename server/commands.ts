import type { Command } from "#platform/operator/command.ts";
import { backupCommands } from "./backup-commands.ts";
import { checkCommands } from "./check-shop.ts";
import { featureCommands } from "./features.ts";

/** Everything the operator can have done. */
export const commands: readonly Command[] = [...featureCommands, ...checkCommands, ...backupCommands];
