import { CommanderError } from "commander";
import { ConfigError, loadEnvFile } from "#platform/config/read-settings.ts";
import { readConfig } from "./settings.ts";
import { readOperatorAddress, UnsafeOperatorSocket } from "#platform/operator/operator-address.ts";
import { nameSourcesInStacks } from "#platform/observe/source-stacks.ts";
import { createFilesPrivately } from "#platform/storage/private-files.ts";
import type { TypedCommand } from "#platform/operator/protocol.ts";
import { complete, formatCandidates } from "./cli/completion.ts";
import { fetchCommands, fetchValues, ShopNotRunning } from "#platform/operator/operator-client.ts";
import { Interrupted, sendCommand } from "./cli/send-command.ts";
import { runAndPrint, type SendCommand } from "./cli/run-command.ts";
import { exitCodes, printError } from "./cli/exit-codes.ts";
import { BEFORE_OPENING, describedCheck, describedDesk, localCommands } from "./cli/local-commands.ts";
import { replyLocally } from "./cli/reply-locally.ts";
import { describeNewName } from "./cli/old-names.ts";
import { openDesk } from "./cli/open-desk.ts";
import { createProgram } from "./cli/program.ts";

// npm run shop -- <noun> <verb>: sends a command to the running shop, or runs it here if it needs the shop closed.
const asJson = process.argv.includes("--json");
process.stdout.on("error", endWithReader);
try {
  process.exitCode = await main(process.argv.slice(2));
} catch (cause) {
  process.exitCode = describeEnd(cause);
}

/** Prints the error and returns its exit code. @throws errors that are bugs */
function describeEnd(cause: unknown): number {
  if (cause instanceof CommanderError) {
    if (cause.exitCode === 0) return exitCodes.done;
    return asJson ? printError(cause.message, exitCodes.usage, asJson) : exitCodes.usage;
  }
  if (cause instanceof ShopNotRunning) return printError(cause.message, exitCodes.notRunning, asJson);
  if (cause instanceof UnsafeOperatorSocket) return printError(cause.message, exitCodes.notRunning, asJson);
  if (cause instanceof Interrupted) return printError(cause.message, exitCodes.interrupted, asJson);
  if (cause instanceof ConfigError) return printError(cause.message, exitCodes.usage, asJson);
  throw cause;
}

/** Ends quietly when a reader closes the pipe after the first lines of a list. */
function endWithReader(cause: NodeJS.ErrnoException): void {
  if (cause.code !== "EPIPE") throw cause;
  process.exit();
}

async function main(typed: string[]): Promise<number> {
  nameSourcesInStacks();
  createFilesPrivately();
  loadEnvFile();
  const renamed = describeNewName(typed);
  if (renamed !== null) return printError(renamed, exitCodes.usage, asJson);
  const config = readConfig(process.env);
  const address = readOperatorAddress(config.dataDir);
  if (typed[0] === "complete") return printCompletion(address, typed[1] ?? "");
  const requested = await fetchCommands(address).catch((cause: unknown) => {
    if (cause instanceof ShopNotRunning && localCommands.some(({ noun }) => noun === typed[0])) return [];
    throw cause;
  });
  const isAmong = ({ noun, verb }: Named, among: readonly Named[]) =>
    among.some((each) => each.noun === noun && each.verb === verb);
  const local = localCommands.filter((each) => !isAmong(each, requested));
  const send: SendCommand = async (typed, onProgress) => {
    if (isAmong(typed, [describedDesk])) return openDesk(config, address, typed);
    const isLocal = isAmong(typed, [describedCheck])
      ? typed.options[BEFORE_OPENING] !== undefined
      : isAmong(typed, local);
    return isLocal ? replyLocally(config, typed, onProgress) : sendCommand(address, typed, onProgress);
  };
  let code: number = exitCodes.done;
  const run = async (typed: TypedCommand, asJson: boolean) => {
    code = await runAndPrint(send, typed, asJson);
  };
  const program = createProgram([...requested, ...local], run, { asJson });
  if (typed.length === 0) program.outputHelp();
  else await program.parseAsync(typed, { from: "user" });
  return code;
}

/** Completes a command line for a shell, without error messages. */
async function printCompletion(address: string, line: string): Promise<number> {
  const requested = await fetchCommands(address).catch(() => []);
  const local = localCommands.filter(
    ({ noun, verb }) => !requested.some((each) => each.noun === noun && each.verb === verb),
  );
  const match = await complete(line, [...requested, ...local], (kind, begin) =>
    fetchValues(address, { kind, begin }).catch(() => []),
  );
  process.stdout.write(formatCandidates(match));
  return exitCodes.done;
}

type Named = Pick<TypedCommand, "noun" | "verb">;
