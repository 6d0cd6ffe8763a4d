import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, statSync, writeFileSync } from "node:fs";
import { type IncomingMessage, request } from "node:http";
import { createServer } from "node:net";
import path from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Command, command, CommandRefused, YesNeeded } from "#platform/command.ts";
import { notedOperatorAddress, operatorAddress } from "#platform/operator-address.ts";
import { type TestContext, testContext } from "../../../tests/support/database.ts";
import { sendCommand } from "../../../server/cli/send-command.ts";
import { openOperatorSocket, type OperatorSocket } from "./index.ts";

const ROOT = path.resolve(import.meta.dirname, "../../..");

let context: TestContext;
let socket: OperatorSocket;
let swept = 0;

const commands: Command[] = [
  command({
    noun: "shelf",
    verb: "count",
    summary: "Counts a shelf.",
    args: [{ name: "shelf", summary: "which", choices: ["top", "bottom"] }],
    options: { quick: { summary: "roughly", flag: true }, from: { summary: "since when" } },
    examples: ["shelf count top"],
    run: async (_context, { args, options }) => {
      if (args["shelf"] === "bottom")
        throw new CommandRefused("The bottom shelf is locked. Ask for the key.");
      if (options["from"] === "nowhere") throw new Error("secret detail");
      return {
        title: "Shelf",
        columns: ["piece", "price"],
        rows: [
          ["bowl", "₹9.00"],
          ["big tray", "₹1499.00"],
        ],
        message: JSON.stringify(options),
      };
    },
  }),
  command({
    noun: "shelf",
    verb: "sweep",
    summary: "Sweeps everything off.",
    args: [],
    options: {},
    confirm: () => "Sweep everything off?",
    examples: ["shelf sweep"],
    run: async () => ({ message: `swept ${++swept}` }),
  }),
  command({
    noun: "look",
    verb: "",
    summary: "Looks around.",
    args: [],
    options: { at: { summary: "what to look at", many: true } },
    examples: ["look --at bowls trays"],
    async run(_context, { options, confirmed }, progress) {
      progress?.("Looking", 1, 2);
      if (options["at"]?.includes("\n") && !confirmed) throw new YesNeeded("Look at several things?");
      return { message: options["at"] ?? "", attention: true };
    },
  }),
];

beforeAll(async () => {
  context = await testContext();
  socket = await openOperatorSocket(context, commands);
});
afterAll(async () => {
  await socket.close();
  await context.close();
});
beforeEach(() => context.wipe());

/** The real command line in a process of its own. */
async function type(words: string[], dataDir = context.config.dataDir) {
  const child = spawn(process.execPath, ["server/cli.ts", ...words], {
    cwd: ROOT,
    env: { ...process.env, DATA_DIR: dataDir },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let out = "";
  let err = "";
  child.stdout.on("data", (text: Buffer) => (out += text.toString()));
  child.stderr.on("data", (text: Buffer) => (err += text.toString()));
  await once(child, "close");
  return { code: child.exitCode, out, err };
}

const audited = async () =>
  (
    await context.database.pool.query(
      "select command, arguments, outcome, os_user <> '' as named from operator_audit order by id",
    )
  ).rows as unknown[];

describe("the command line", () => {
  test("runs a command in the open shop and prints a table for people", async () => {
    const { code, out } = await type(["shelf", "count", "top", "--quick"]);
    expect(code).toBe(0);
    expect(out).toBe(
      [
        "Shelf",
        "",
        "piece        price",
        "────────  ────────",
        "bowl         ₹9.00",
        "big tray  ₹1499.00",
        "",
        '{"quick":"on"}',
        "",
      ].join("\n"),
    );
    expect(await audited()).toEqual([
      { command: "shelf count", arguments: { shelf: "top", quick: "on" }, outcome: "done", named: true },
    ]);
  });

  test("prints data for programs", async () => {
    const { out } = await type(["shelf", "count", "top", "--json"]);
    expect(JSON.parse(out)).toEqual([
      { piece: "bowl", price: "₹9.00" },
      { piece: "big tray", price: "₹1499.00" },
    ]);
  });

  test("says a refusal as a sentence and ends with 1; the refusal is in the books", async () => {
    const { code, err } = await type(["shelf", "count", "bottom"]);
    expect({ code, err }).toEqual({ code: 1, err: "The bottom shelf is locked. Ask for the key.\n" });
    expect(await audited()).toMatchObject([{ outcome: "refused" }]);
  });

  test("tells nothing of a fault inside", async () => {
    const { code, err } = await type(["shelf", "count", "top", "--from", "nowhere"]);
    expect(code).toBe(1);
    expect(err).toContain("Something went wrong.");
    expect(err).not.toContain("secret");
    expect(await audited()).toMatchObject([{ outcome: "failed" }]);
  });

  test("does nothing that needs a yes without one", async () => {
    const { code, err } = await type(["shelf", "sweep"]);
    expect({ code, err }).toEqual({
      code: 1,
      err: "Sweep everything off? Nothing was done: say so with --yes.\n",
    });
    expect(swept).toBe(0);
    expect(await audited()).toEqual([]);
    expect(await type(["shelf", "sweep", "--yes"])).toMatchObject({ code: 0, out: "swept 1\n" });
  });

  test("of one word ends with 1 when something needs the owner, and asks what comes up on the way", async () => {
    expect(await type(["look", "--at", "bowls"])).toMatchObject({ code: 1, out: "bowls\n" });
    const { code, err } = await type(["look", "--at", "bowls", "trays"]);
    expect({ code, err }).toEqual({
      code: 1,
      err: "Look at several things? Nothing was done: say so with --yes.\n",
    });
    expect(await type(["look", "--yes", "--at", "bowls", "trays"])).toMatchObject({ out: "bowls\ntrays\n" });
    expect(await audited()).toMatchObject([{ command: "look" }, { command: "look" }]);
  });

  test.each(
    [
      ["shelf", "count", "middle"],
      ["shelf", "count"],
      ["shelf", "burn"],
      ["attic"],
      ["shelf", "count", "top", "--slow"],
    ].map((words) => [words]),
  )("ends with 2 for what is typed wrongly: %j", async (words) => {
    const { code, err } = await type(words);
    expect(code).toBe(2);
    expect(err).not.toBe("");
  });

  test("has help with examples", async () => {
    expect((await type([])).out).toContain("shelf");
    expect((await type(["shelf", "count", "--help"])).out).toContain("npm run shop -- shelf count top");
  });

  test("ends with 3 and says what to do when the shop is not running", async () => {
    const empty = path.join(context.config.dataDir, "other");
    mkdirSync(empty);
    const { code, err } = await type(["shelf", "count", "top"], empty);
    expect(code).toBe(3);
    expect(err).toContain("Start it with: npm start");
  });
});

describe("the socket", () => {
  test("belongs to the owner of the data alone", () => {
    expect(statSync(operatorAddress(context.config.dataDir)).mode & 0o777).toBe(0o600);
  });

  test("tells how far a command has come, then what came of it", async () => {
    const order = { noun: "look", verb: "", folder: "/", osUser: "asha" };
    const seen: unknown[] = [];
    const reply = await sendCommand(
      operatorAddress(context.config.dataDir),
      { ...order, args: {}, options: {}, confirmed: false },
      (line) => seen.push(line),
    );
    expect(seen).toEqual([{ progress: "Looking", done: 1, of: 2 }]);
    expect(reply).toMatchObject({ outcome: "done", result: { attention: true } });
  });

  test("tells its owner the figures of the process", async () => {
    const dataDir = path.join(context.config.dataDir, "figures");
    mkdirSync(dataDir);
    const settings = { ...context, config: { ...context.config, dataDir } };
    const opened = await openOperatorSocket(settings, [], {
      contentType: "text/plain",
      text: async () => "shop_database_up 1\n",
    });
    const asked = request({ socketPath: operatorAddress(dataDir), path: "/metrics" }).end();
    const [answer] = (await once(asked, "response")) as [IncomingMessage];
    expect(await text(answer)).toBe("shop_database_up 1\n");
    await opened.close();
  });

  test("is left to the process that has it", async () => {
    const second = await openOperatorSocket(context, []);
    await second.close();
    expect((await type(["shelf", "count", "top"])).code).toBe(0);
  });

  test("that a killed process left behind is taken over", async () => {
    const dataDir = path.join(context.config.dataDir, "killed");
    mkdirSync(dataDir);
    writeFileSync(operatorAddress(dataDir), "");
    const opened = await openOperatorSocket({ ...context, config: { ...context.config, dataDir } }, commands);
    expect((await type(["shelf", "count", "top"], dataDir)).code).toBe(0);
    await opened.close();
  });

  test("stands elsewhere when the folder's name is too long, and the command line finds it", async () => {
    const dataDir = path.join(context.config.dataDir, "x".repeat(120));
    mkdirSync(dataDir);
    const opened = await openOperatorSocket({ ...context, config: { ...context.config, dataDir } }, commands);
    expect(notedOperatorAddress(dataDir)).toBe(operatorAddress(dataDir));
    expect(existsSync(path.join(dataDir, "operator.sock"))).toBe(false);
    expect((await type(["shelf", "count", "top"], dataDir)).code).toBe(0);
    await opened.close();
  });

  test("makes the folder it stands in: beside a PostgreSQL server nobody else does", async () => {
    const dataDir = path.join(context.config.dataDir, "not", "there");
    const opened = await openOperatorSocket({ ...context, config: { ...context.config, dataDir } }, commands);
    expect((await type(["shelf", "count", "top"], dataDir)).code).toBe(0);
    await opened.close();
  });

  test("of somebody who is no shop is not overwritten", async () => {
    const dataDir = path.join(context.config.dataDir, "taken");
    mkdirSync(dataDir);
    const stranger = createServer().listen(operatorAddress(dataDir));
    await once(stranger, "listening");
    const opened = await openOperatorSocket({ ...context, config: { ...context.config, dataDir } }, commands);
    await opened.close();
    expect(existsSync(operatorAddress(dataDir))).toBe(true);
    stranger.close();
  });
});
