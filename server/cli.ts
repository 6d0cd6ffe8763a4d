import { CommanderError } from "commander";
import { ConfigError, loadEnvFile, readConfig } from "#platform/config.ts";
import { notedOperatorAddress } from "#platform/operator-address.ts";
import { createFilesPrivately } from "#platform/private-files.ts";
import type { OperatorOrder } from "#shop/operator/protocol.ts";
import { askForCommands, sendOrder, ShopNotRunning } from "./cli/ask-shop.ts";
import { carryOut, complain, type Obey } from "./cli/carry-out.ts";
import { exitCodes } from "./cli/exit-codes.ts";
import { answerOwn, ownCommands } from "./cli/own-commands.ts";
import { programOf } from "./cli/program.ts";

// npm run shop -- <noun> <verb>: asks the running shop what it can be told, and tells it; does itself what needs the shop closed.
try {
  process.exitCode = await main(process.argv.slice(2));
} catch (cause) {
  if (cause instanceof CommanderError)
    process.exitCode = cause.exitCode === 0 ? exitCodes.done : exitCodes.usage;
  else if (cause instanceof ShopNotRunning) process.exitCode = complain(cause.message, exitCodes.notRunning);
  else if (cause instanceof ConfigError) process.exitCode = complain(cause.message, exitCodes.usage);
  else throw cause;
}

async function main(typed: string[]): Promise<number> {
  createFilesPrivately();
  loadEnvFile();
  const config = readConfig(process.env);
  const address = notedOperatorAddress(config.dataDir);
  const asked = await askForCommands(address).catch((cause: unknown) => {
    if (cause instanceof ShopNotRunning && ownCommands.some(({ noun }) => noun === typed[0])) return [];
    throw cause;
  });
  const known = ({ noun, verb }: Named, among: readonly Named[]) =>
    among.some((each) => each.noun === noun && each.verb === verb);
  const own = ownCommands.filter((each) => !known(each, asked));
  const obey: Obey = (order, onProgress) =>
    known(order, own)
      ? answerOwn(config, order, (progress, done, of) =>
          onProgress({ progress, ...(done !== undefined && { done }), ...(of !== undefined && { of }) }),
        )
      : sendOrder(address, order, onProgress);
  let code: number = exitCodes.done;
  const program = programOf([...asked, ...own], async (order, asJson) => {
    code = await carryOut(obey, order, asJson);
  });
  if (typed.length === 0) program.outputHelp();
  else await program.parseAsync(typed, { from: "user" });
  return code;
}

type Named = Pick<OperatorOrder, "noun" | "verb">;
