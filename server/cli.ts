import { CommanderError } from "commander";
import { ConfigError, loadEnvFile, readConfig } from "#platform/config.ts";
import { notedOperatorAddress } from "#platform/operator-address.ts";
import { askForCommands, ShopNotRunning } from "./cli/ask-shop.ts";
import { carryOut, complain } from "./cli/carry-out.ts";
import { exitCodes } from "./cli/exit-codes.ts";
import { programOf } from "./cli/program.ts";

// npm run shop -- <noun> <verb>: asks the running shop what it can be told, and tells it.
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
  loadEnvFile();
  const address = notedOperatorAddress(readConfig(process.env).dataDir);
  let code: number = exitCodes.done;
  const program = programOf(await askForCommands(address), async (order, asJson) => {
    code = await carryOut(address, order, asJson);
  });
  if (typed.length === 0) program.outputHelp();
  else await program.parseAsync(typed, { from: "user" });
  return code;
}
