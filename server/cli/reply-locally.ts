import { findWrongValues } from "#platform/operator/command-values.ts";
import type { OperatorProgress, OperatorReply, TypedCommand } from "#platform/operator/protocol.ts";
import type { Config } from "#platform/config/config.ts";
import { localCommands } from "./local-commands.ts";

export async function replyLocally(
  config: Config,
  typedCommand: TypedCommand,
  onProgress: (progress: OperatorProgress) => void,
): Promise<OperatorReply> {
  const command = localCommands.find(
    ({ noun, verb }) => noun === typedCommand.noun && verb === typedCommand.verb,
  );
  const wrong = command ? findWrongValues(command, typedCommand) : null;
  if (wrong !== null) return wrong;
  // This import loads half of the shop's code, which other commands do not need.
  const { runLocalCommand } = await import("./run-local-command.ts");
  return runLocalCommand(config, typedCommand, (progress, done, of) => onProgress({ progress, done, of }));
}
