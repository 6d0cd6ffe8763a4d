import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { afterAll, beforeAll, beforeEach } from "vitest";
import {
  requireConfirmation,
  type Command,
  defineCommand,
  CommandRefused,
  refuseField,
  ConfirmationRequired,
} from "#platform/operator/command.ts";
import { openOperatorSocket, type OperatorSocket } from "#platform/operator/operator-socket.ts";
import { type TestContext, createTestContext } from "./database.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");

export let context: TestContext;

let socket: OperatorSocket;

let swept = 0;

/** The number of lines of a list that is too long for a pipe's buffer. */
const LONG_LIST = 200_000;

export const begun: true[] = [];

/** Resolving this promise ends the command `look --at forever`. */
export const enough = Promise.withResolvers<void>();

export const commands: Command[] = [
  defineCommand({
    noun: "shelf",
    verb: "count",
    summary: "Counts a shelf.",
    args: [{ name: "shelf", summary: "which", choices: ["top", "bottom"] }],
    options: { quick: { summary: "roughly", flag: true }, from: { summary: "since when" } },
    examples: ["shelf count top"],
    run: async (_context, { args, options }) => {
      if (args["shelf"] === "bottom")
        throw new CommandRefused("The bottom shelf is locked. Ask for the key.");
      if (options["from"] === "tomorrow") throw refuseField("from", "Tomorrow is not a day.");
      if (options["from"] === "nowhere") throw new Error("secret detail");
      return {
        title: "Shelf",
        columns: ["piece", "price"],
        rows: [
          ["bowl", "₹9.00"],
          ["big tray", "₹1,499.00"],
        ],
        message: JSON.stringify(options),
      };
    },
  }),
  defineCommand({
    noun: "shelf",
    verb: "sweep",
    summary: "Sweeps everything off.",
    args: [],
    options: {},
    examples: ["shelf sweep"],
    async run(_context, input) {
      requireConfirmation(input, "Sweep everything off?");
      return { message: `swept ${++swept}` };
    },
  }),
  defineCommand({
    noun: "look",
    verb: "",
    summary: "Looks around.",
    args: [],
    options: { at: { summary: "what to look at", many: true } },
    examples: ["look --at bowls trays"],
    async run(_context, { options, confirmed }, progress) {
      progress?.("Looking", 1, 2);
      if (options["at"] === "everything") return { message: "x\n".repeat(LONG_LIST) };
      if (options["at"] === "forever") {
        begun.push(true);
        await enough.promise;
      }
      if (options["at"]?.includes("\n") && !confirmed)
        throw new ConfirmationRequired("Look at several things?");
      return { message: options["at"] ?? "", attention: true };
    },
  }),
];

export function setUpOperatorSocket(): void {
  beforeAll(async () => {
    context = await createTestContext();
    socket = await openOperatorSocket(context, commands);
  });
  afterAll(async () => {
    await socket.close();
    await context.close();
  });
  beforeEach(() => context.wipe());
}

export const spawnTyped = (words: string[], dataDir = context.config.dataDir) =>
  spawn(process.execPath, ["server/cli.ts", ...words], {
    cwd: ROOT,
    env: { ...process.env, DATA_DIR: dataDir },
    stdio: ["ignore", "pipe", "pipe"],
  });

/** Runs the real command-line program in a separate process. */
export async function runTyped(words: string[], dataDir = context.config.dataDir) {
  const child = spawnTyped(words, dataDir);
  let out = "";
  let err = "";
  child.stdout.on("data", (text: Buffer) => (out += text.toString()));
  child.stderr.on("data", (text: Buffer) => (err += text.toString()));
  await once(child, "close");
  return { code: child.exitCode, out, err };
}

export const readAudit = async () =>
  (
    await context.database.pool.query(
      "select command, arguments, outcome, os_user <> '' as named from operator_audit order by id",
    )
  ).rows as unknown[];
