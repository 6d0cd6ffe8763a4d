import { writeFile } from "node:fs/promises";
import path from "node:path";
import { parseCommandName } from "#contract/command-data.ts";
import { CommandRefused } from "#platform/operator/command.ts";
import { labelFields } from "#platform/operator/protocol.ts";
import type { Context } from "#platform/context.ts";
import { deleteDataFolder, openDatabase } from "#platform/database/database.ts";
import { FolderInUse } from "#platform/database/embedded/engine.ts";
import { createLog } from "#platform/observe/log.ts";
import { runCommand } from "#platform/operator/run-command.ts";
import { setVerified } from "#shop/accounts/server/index.ts";
import { createFilesPrivately, secureDataFolder } from "#platform/storage/private-files.ts";
import { commands } from "../commands.ts";
import { jobs } from "../features.ts";
import { type FillShop, openShop } from "../open-shop.ts";
import { readConfig } from "../settings.ts";
import { HISTORY_DAYS, playHistory } from "./sample-history.ts";
import { Visitor } from "./visitor.ts";
import { DAY } from "#contract/time.ts";

// This module opens an empty shop whose clock is a month behind, simulates a month of orders and visits, and closes it.

/** The file that exists if the demo contains all its data. scripts/demo.mjs checks this. */
const FINISHED = "demo-is-filled";

createFilesPrivately();
const config = readConfig(process.env);
const log = createLog(config.logLevel);
// An earlier run that was interrupted may have left incomplete data.
await deleteDataFolder(config.dataDir).catch((cause: unknown) => {
  if (!(cause instanceof FolderInUse)) throw cause;
  process.stderr.write("The demo is open in another window. Close it there with Ctrl-C, then try again.\n");
  process.exit(1);
});
await secureDataFolder(config.dataDir, log);

const end = Date.now();
const clock = createMovingClock(new Date(end - HISTORY_DAYS * DAY - DAY));
const shop = await openShop(config, log, {
  database: openDatabase(config, log),
  step: print,
  now: clock.now,
  fill: (parts) => fill(parts, clock),
});
await shop.close();
await writeFile(path.join(config.dataDir, FINISHED), `${new Date(end).toISOString()}\n`);
process.exit(0);

async function fill({ context, port, outbox }: FillShop, { set }: typeof clock): Promise<void> {
  const url = `http://127.0.0.1:${port}`;
  const deliver = async () => {
    while ((await outbox.deliverReady(context)) > 0);
  };
  let shownPercent = -1;
  await playHistory(
    {
      url,
      register: async (person) => {
        const visitor = new Visitor(url, person);
        await visitor.register();
        await setVerified(context, person.email);
        return visitor;
      },
      operate: (command, args, options = {}) => operate(context, command, args, options),
      async runJobs() {
        for (const job of jobs) await job.run(context);
      },
      async goTo(date) {
        await deliver();
        set(new Date(date));
      },
    },
    end,
    (part) => {
      const percent = Math.floor(part * 10) * 10;
      if (percent > shownPercent)
        print(`Filling the shop with a month of orders: ${(shownPercent = percent)} %`);
    },
  );
  await deliver();
}

async function operate(
  context: Context,
  command: string,
  args: Record<string, string>,
  options: Record<string, string>,
) {
  const named = parseCommandName(command, options);
  const typedCommand = { ...named, args, folder: process.cwd(), osUser: "Asha", confirmed: true };
  const reply = labelFields(await runCommand(context, commands, typedCommand, () => {}), named.noun);
  if (reply.outcome !== "done")
    throw new CommandRefused(`${command}: ${"message" in reply ? reply.message : reply.outcome}`);
  return { rows: reply.result.rows ?? [] };
}

function print(message: string): void {
  process.stdout.write(`  ${message} …\n`);
}

function createMovingClock(start: Date) {
  let offsetMs = start.getTime() - Date.now();
  return {
    now: () => new Date(Date.now() + offsetMs),
    set: (date: Date) => void (offsetMs = date.getTime() - Date.now()),
  };
}
