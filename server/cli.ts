import { CommanderError } from "commander";
import { ConfigError, loadEnvFile } from "#platform/config/read-settings.ts";
import { readConfig } from "./settings.ts";
import { readOperatorAddress, UnsafeOperatorSocket } from "#platform/operator/operator-address.ts";
import { nameSourcesInStacks } from "#platform/observe/source-stacks.ts";
import { createFilesPrivately } from "#platform/storage/private-files.ts";
import { describeCommand, type TypedCommand } from "#platform/operator/protocol.ts";
import { fetchCommands, sendCommand, ShopNotRunning } from "#platform/operator/operator-client.ts";
import { exitCodes, printError, runAndPrint, type SendCommand } from "./cli/run-command.ts";
import { BEFORE_OPENING, describedCheck, describedDesk, localCommands } from "./cli/local-commands.ts";
import { replyLocally } from "./cli/reply-locally.ts";
import { describeNewName } from "./cli/old-names.ts";
import { openDesk } from "./cli/open-desk.ts";
import { createProgram } from "./cli/program.ts";

class CommandInterrupted extends Error {
  constructor() {
    super(
      "The command continues in the shop. To see its result: npm run shop -- audit --of operators\n" +
        "To undo an import: npm run shop -- undo",
    );
  }
}

// Most commands are sent to the running shop. This process runs the others, such as `backup restore`.
const asJson = process.argv.includes("--json");
process.stdout.on("error", endWithReader);
try {
  process.exitCode = await main(process.argv.slice(2));
} catch (cause) {
  process.exitCode = describeEnd(cause);
}

/** Prints an error and returns its exit code. @throws the error itself if it is a bug */
function describeEnd(cause: unknown): number {
  if (cause instanceof CommanderError) {
    if (cause.exitCode === 0) return exitCodes.done;
    return asJson ? printError(cause.message, exitCodes.usage, asJson) : exitCodes.usage;
  }
  if (cause instanceof ShopNotRunning || cause instanceof UnsafeOperatorSocket)
    return printError(cause.message, exitCodes.notRunning, asJson);
  if (cause instanceof CommandInterrupted) return printError(cause.message, exitCodes.interrupted, asJson);
  if (cause instanceof ConfigError) return printError(cause.message, exitCodes.usage, asJson);
  throw cause;
}

/** Exits quietly if a reader such as `head` closes the pipe early. */
function endWithReader(cause: NodeJS.ErrnoException): void {
  if (cause.code !== "EPIPE") throw cause;
  process.exit();
}

async function main(args: string[]): Promise<number> {
  nameSourcesInStacks();
  createFilesPrivately();
  loadEnvFile();
  const renamed = describeNewName(args);
  if (renamed !== null) return printError(renamed, exitCodes.usage, asJson);
  const config = readConfig(process.env);
  const address = readOperatorAddress(config.dataDir);
  const shopCommands = await fetchCommands(address).catch(async (cause: unknown) => {
    if (!(cause instanceof ShopNotRunning)) throw cause;
    if (asksForHelp(args)) return describeAllCommands();
    if (localCommands.some(({ noun }) => noun === args[0])) return [];
    throw cause;
  });
  const local = localCommands.filter((each) => !isAmong(each, shopCommands));
  const send: SendCommand = async (command, onProgress) => {
    if (isAmong(command, [describedDesk])) return openDesk(config, address, command);
    const isLocal = isAmong(command, [describedCheck])
      ? command.options[BEFORE_OPENING] !== undefined
      : isAmong(command, local);
    return isLocal ? replyLocally(config, command, onProgress) : sendToShop(address, command, onProgress);
  };
  let code: number = exitCodes.done;
  const program = createProgram(
    [...shopCommands, ...local],
    async (...typed) => void (code = await runAndPrint(send, ...typed)),
    { asJson },
  );
  if (args.length === 0) program.outputHelp();
  else await program.parseAsync(args, { from: "user" });
  return code;
}

function asksForHelp([first = "help", ...others]: readonly string[]): boolean {
  return first === "help" || [first, ...others].some((word) => word === "--help" || word === "-h");
}

/** Imports the shop's code only here, because that takes time. */
async function describeAllCommands() {
  const { commands } = await import("./commands.ts");
  return commands.map(describeCommand);
}

type CommandName = Pick<TypedCommand, "noun" | "verb">;

function isAmong({ noun, verb }: CommandName, commands: readonly CommandName[]): boolean {
  return commands.some((each) => each.noun === noun && each.verb === verb);
}

/** @throws ShopNotRunning, and CommandInterrupted on Ctrl-C */
async function sendToShop(address: string, ...[command, onProgress]: Parameters<SendCommand>) {
  const abortController = new AbortController();
  const interrupt = () => abortController.abort();
  process.once("SIGINT", interrupt);
  try {
    return await sendCommand(address, command, onProgress, abortController.signal);
  } catch (cause) {
    if (abortController.signal.aborted) throw new CommandInterrupted();
    throw cause;
  } finally {
    process.off("SIGINT", interrupt);
  }
}
