import { CommanderError } from "commander";
import { ConfigError, loadEnvFile, readConfig } from "#platform/read-config.ts";
import { readOperatorAddress } from "#platform/operator-address.ts";
import { nameSourcesInStacks } from "#platform/source-stacks.ts";
import { createFilesPrivately } from "#platform/private-files.ts";
import type { TypedCommand } from "#shop/operator/protocol.ts";
import { fetchCommands, sendCommand, ShopNotRunning } from "./cli/send-command.ts";
import { runAndPrint, printError, type SendCommand } from "./cli/run-command.ts";
import { exitCodes } from "./cli/exit-codes.ts";
import { replyLocally, localCommands } from "./cli/local-commands.ts";
import { createProgram } from "./cli/program.ts";

// npm run shop -- <noun> <verb>: sends a command to the running shop; runs itself what needs the shop closed.
try {
  process.exitCode = await main(process.argv.slice(2));
} catch (cause) {
  if (cause instanceof CommanderError)
    process.exitCode = cause.exitCode === 0 ? exitCodes.done : exitCodes.usage;
  else if (cause instanceof ShopNotRunning)
    process.exitCode = printError(cause.message, exitCodes.notRunning);
  else if (cause instanceof ConfigError) process.exitCode = printError(cause.message, exitCodes.usage);
  else throw cause;
}

async function main(typed: string[]): Promise<number> {
  nameSourcesInStacks();
  createFilesPrivately();
  loadEnvFile();
  const config = readConfig(process.env);
  const address = readOperatorAddress(config.dataDir);
  const requested = await fetchCommands(address).catch((cause: unknown) => {
    if (cause instanceof ShopNotRunning && localCommands.some(({ noun }) => noun === typed[0])) return [];
    throw cause;
  });
  const known = ({ noun, verb }: Named, among: readonly Named[]) =>
    among.some((each) => each.noun === noun && each.verb === verb);
  const own = localCommands.filter((each) => !known(each, requested));
  const send: SendCommand = (typed, onProgress) =>
    known(typed, own)
      ? replyLocally(config, typed, (progress, done, of) =>
          onProgress({ progress, ...(done !== undefined && { done }), ...(of !== undefined && { of }) }),
        )
      : sendCommand(address, typed, onProgress);
  let code: number = exitCodes.done;
  const program = createProgram([...requested, ...own], async (typed, asJson) => {
    code = await runAndPrint(send, typed, asJson);
  });
  if (typed.length === 0) program.outputHelp();
  else await program.parseAsync(typed, { from: "user" });
  return code;
}

type Named = Pick<TypedCommand, "noun" | "verb">;
