import { CommanderError } from "commander";
import { readOperatorAddress } from "#platform/operator/operator-address.ts";
import { fetchCommands, sendCommand, ShopNotRunning } from "#platform/operator/operator-client.ts";
import type { TypedCommand } from "#platform/operator/protocol.ts";
import { exitCodes } from "../../server/cli/exit-codes.ts";
import { formatReply } from "../../server/cli/run-command.ts";
import { localCommands } from "../../server/cli/local-commands.ts";
import { createProgram } from "../../server/cli/program.ts";

interface CommandOutput {
  code: number;
  output: string;
}

/**
 * Runs a command in the running shop over its operator socket, without starting a process. Returns what the command
 * line would print. Returns null if the shop is closed, or if the command does not run in the shop.
 */
export async function runOverSocket(
  dataDir: string,
  words: readonly string[],
): Promise<CommandOutput | null> {
  const address = readOperatorAddress(dataDir);
  const commands = await fetchCommands(address).catch((cause: unknown) => {
    if (cause instanceof ShopNotRunning) return null;
    throw cause;
  });
  const isNamed = ({ noun, verb }: { noun: string; verb: string }) =>
    noun === words[0] && (verb === "" || verb === words[1]);
  if (!commands || (localCommands.some(isNamed) && !commands.some(isNamed))) return null;
  let printed: CommandOutput = { code: exitCodes.usage, output: "" };
  const program = createProgram(
    commands,
    async (typed, asJson) => void (printed = await send(address, typed, asJson)),
    { asJson: true },
  );
  try {
    await program.parseAsync(words, { from: "user" });
  } catch (cause) {
    if (!(cause instanceof CommanderError)) throw cause;
    return { code: exitCodes.usage, output: cause.message };
  }
  return printed;
}

async function send(address: string, typed: TypedCommand, asJson: boolean): Promise<CommandOutput> {
  const reply = await sendCommand(address, typed, () => {});
  if (reply.outcome === "confirm")
    return {
      code: exitCodes.refused,
      output: `${reply.question} Nothing was done. To confirm, add --yes.\n`,
    };
  const { code, text } = formatReply(reply, asJson);
  return { code, output: `${text}\n` };
}
