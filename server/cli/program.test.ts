import { CommanderError } from "commander";
import { expect, test, vi } from "vitest";
import { findWrongValue, findWrongValues } from "#platform/operator/command.ts";
import type { DescribedCommand, OperatorReply, TypedCommand } from "#platform/operator/protocol.ts";
import { describedDesk, localCommands } from "./local-commands.ts";
import { createProgram } from "./program.ts";
import { runAndPrint } from "./run-command.ts";

const count: DescribedCommand = {
  noun: "shelf",
  verb: "count",
  summary: "Counts a shelf.",
  args: [{ name: "shelf", summary: "which", choices: ["top", "bottom"] }],
  options: {
    quick: { summary: "roughly", flag: true },
    at: { summary: "what to count", many: true },
  },
  examples: ["shelf count top"],
};

async function parse(...words: string[]): Promise<Partial<TypedCommand> | string> {
  let typed: Partial<TypedCommand> = {};
  const program = createProgram([count], async (command) => void (typed = command), { asJson: true });
  try {
    await program.parseAsync(words, { from: "user" });
    return typed;
  } catch (cause) {
    if (!(cause instanceof CommanderError)) throw cause;
    return cause.message.split("\n")[0] ?? "";
  }
}

test("a typed line becomes a command with its arguments, options and flags", async () => {
  expect(await parse("shelf", "count", "top", "--quick", "--at", "bowls", "trays")).toMatchObject({
    noun: "shelf",
    verb: "count",
    args: { shelf: "top" },
    options: { quick: "on", at: "bowls\ntrays" },
    confirmed: false,
  });
  expect(await parse("shelf", "count", "top", "--yes")).toMatchObject({ confirmed: true });
});

test.each([
  [["shelf", "count"], "error: missing required argument 'shelf'"],
  [["shelf", "burn"], "error: unknown command 'burn'"],
  [["attic"], "error: unknown command 'attic'"],
  [["shelf", "count", "top", "--slow"], "error: unknown option '--slow'"],
])("a line that no command takes is refused: %j", async (words, message) => {
  expect(await parse(...words)).toBe(message);
});

test("the help of a command has its choices and examples", () => {
  const help = createProgram([count], async () => {}).commands[0]?.commands[0];
  let printed = "";
  help?.configureOutput({ writeOut: (text) => void (printed += text) }).outputHelp();
  expect(printed).toContain('(choices: "top", "bottom")');
  expect(printed).toContain("npm run shop -- shelf count top");
});

test("the command line's own commands refuse a value that is none of their choices", () => {
  const completion = localCommands.find(({ noun }) => noun === "completion") ?? expect.unreachable();
  expect(findWrongValue(completion, { args: { shell: "tcsh" }, options: {} })).toBe(
    '"tcsh" is none of these: bash, zsh, fish.',
  );
  expect(findWrongValue(describedDesk, { args: {}, options: { role: "guest" } })).toBe(
    "--role guest is none of these: owner, manager, packer.",
  );
});

test("every value that is wrong is named at its own field, for forms", () => {
  const declared = {
    args: [{ name: "id" }],
    options: {
      price: { kind: "amount" as const },
      from: { kind: "day" as const },
      why: { required: true as const },
    },
  };
  const typed = { args: { id: "bowl" }, options: { price: "cheap", from: "soon" } };
  expect(findWrongValues(declared, typed)?.fields).toEqual({
    price: "Enter the amount as a number, for example 1299.00.",
    from: "Choose a day, for example 2026-11-20.",
    why: "Please fill this in.",
  });
  expect(findWrongValues(declared, { args: {}, options: { price: "₹1,299", why: "a sale" } })).toBeNull();
});

const result = {
  title: "Shelf",
  columns: ["piece", "price"],
  rows: [
    ["bowl", "₹9.00"],
    ["big tray", "₹1499.00"],
  ],
};
const locked = "The bottom shelf is locked. Ask for the key.";

test.each<[string, OperatorReply, boolean, number, string | object]>([
  [
    "a table for people",
    { outcome: "done", result },
    false,
    0,
    "Shelf\n\npiece        price\n────────  ────────\nbowl         ₹9.00\nbig tray  ₹1499.00\n",
  ],
  [
    "data for programs",
    { outcome: "done", result },
    true,
    0,
    [
      { piece: "bowl", price: "₹9.00" },
      { piece: "big tray", price: "₹1499.00" },
    ],
  ],
  [
    "exit code 1 for a result that needs the owner",
    { outcome: "done", result: { message: "bowls", attention: true } },
    false,
    1,
    "bowls\n",
  ],
  [
    "a question that nobody can answer",
    { outcome: "confirm", question: "Sweep?" },
    false,
    1,
    "Sweep? Nothing was done: say so with --yes.\n",
  ],
  ["a refusal", { outcome: "refused", message: locked }, false, 1, `${locked}\n`],
  [
    "a refusal for programs",
    { outcome: "refused", message: locked },
    true,
    1,
    { error: { message: locked, exitCode: 1 } },
  ],
  ["a wrong value", { outcome: "usage", message: "--from" }, false, 2, "--from\n"],
])("prints %s", async (_, reply, asJson, code, printed) => {
  let out = "";
  const write = (text: unknown) => ((out += String(text)), true);
  vi.spyOn(process.stdout, "write").mockImplementation(write);
  vi.spyOn(process.stderr, "write").mockImplementation(write);
  const typed = { noun: "shelf", verb: "count", args: {}, options: {}, folder: "/", osUser: "asha" };
  const exitCode = await runAndPrint(async () => reply, { ...typed, confirmed: false }, asJson);
  vi.restoreAllMocks();
  expect(exitCode).toBe(code);
  if (typeof printed === "string") expect(out).toBe(printed);
  else expect(JSON.parse(out)).toEqual(printed);
});
