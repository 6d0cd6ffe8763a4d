import { CommanderError } from "commander";
import { expect, test, vi } from "vitest";
import { type CommandInput, defineJobs } from "#platform/operator/command.ts";
import { findWrongValues } from "#platform/operator/command-values.ts";
import type { DescribedCommand, TypedCommand } from "#platform/operator/protocol.ts";
import { describeNewName } from "./old-names.ts";
import { createProgram } from "./program.ts";
import { formatReply } from "./run-command.ts";

const count: DescribedCommand = {
  noun: "shelf",
  verb: "count",
  summary: "Counts a shelf.",
  args: [{ name: "shelf", summary: "which", choices: ["top", "bottom"] }],
  options: {
    quick: { summary: "roughly", flag: true },
    at: { summary: "what to count", many: true },
    from: { summary: "since when" },
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

test.each([
  [["shelf", "count"], "error: missing required argument 'shelf'"],
  [["shelf", "burn"], "error: unknown command 'burn'"],
  [["attic"], "error: unknown command 'attic'"],
  [["shelf", "count", "top", "--slow"], "error: unknown option '--slow'"],
  [
    ["shelf", "count", "top", "--from", "May", "--from", "June"],
    `error: option '--from <from>' argument 'June' is invalid. "May" was entered before. Enter one value.`,
  ],
])("a command line that is not valid is refused: %j", async (words, message) => {
  expect(await parse(...words)).toBe(message);
});

test("several values of the last argument are sent as one value per line", async () => {
  const sweep = { ...count, verb: "sweep", args: [{ name: "shelf", summary: "which", many: true as const }] };
  let typed: Partial<TypedCommand> = {};
  const program = createProgram([count, sweep], async (command) => void (typed = command));
  await program.parseAsync(["shelf", "sweep", "top", "bottom", "--from", "-10%"], { from: "user" });
  expect(typed).toMatchObject({ args: { shelf: "top\nbottom" }, options: { from: "-10%" } });
});

test("the command line puts the name of an argument or an option before the error at its field", async () => {
  const fields = { shelf: "Choose one of: top.", from: "is not a day." };
  const refused = { outcome: "usage", message: "Nothing was counted:", fields } as const;
  let printed = {};
  const program = createProgram([count], async (_typed, asJson, nameField) => {
    printed = formatReply(refused, asJson, nameField);
  });
  await program.parseAsync(["shelf", "count", "top"], { from: "user" });
  expect(printed).toEqual({
    code: 2,
    text: "Nothing was counted:\nshelf: Choose one of: top.\n--from is not a day.",
  });
});

test("after an error in a command line, a hint says how to open the help", async () => {
  const printed = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  const program = createProgram([count], async () => {});
  await expect(program.parseAsync(["shelf", "count", "top", "--slow"], { from: "user" })).rejects.toThrow();
  expect(printed.mock.calls.flat().join("")).toBe(
    "error: unknown option '--slow'\nTo see what you can enter, add --help.\n",
  );
});

test("the help of a command shows its choices and examples", () => {
  const help = createProgram([count], async () => {}).commands[0]?.commands[0];
  let printed = "";
  help?.configureOutput({ writeOut: (text) => void (printed += text) }).outputHelp();
  expect(printed).toContain('(choices: "top", "bottom")');
  expect(printed).toContain("npm run shop -- shelf count top");
});

test("each invalid value of a command gets an error at its own field in a form", () => {
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
    price: "Enter an amount of 0 or more, for example 1299.00.",
    from: "Choose a day, for example 2026-11-20.",
    why: "Please fill this in.",
  });
  expect(findWrongValues(declared, { args: {}, options: { price: "₹1,299", why: "a sale" } })).toBeNull();
});

const say = (message: string) => ({ run: async () => ({ message }) });
const jobs = defineJobs(
  { name: "shelf", summary: "the shelf" },
  {
    "": { uses: ["all"], ...say("list") },
    sweep: say("sweep"),
    paint: { uses: ["colour"], ...say("paint") },
  },
);

test.each<[options: Record<string, string>, result: string, args?: Record<string, string>]>([
  [{}, "list", {}],
  [{ all: "on" }, "list", {}],
  [{ sweep: "on" }, "sweep"],
  [{ paint: "on", colour: "red" }, "paint"],
  [{}, "Choose one thing to do: sweep; paint with colour."],
  [{ sweep: "on", paint: "on" }, "Choose one thing to do: sweep; paint with colour."],
  [{ sweep: "on", colour: "red" }, "Choose one thing to do: sweep; paint with colour."],
  [{ sweep: "on" }, "Enter the shelf.", {}],
])(
  "with the options %j, a command with several actions gives the answer: %s",
  async (options, result, args) => {
    const input: CommandInput = { args: args ?? { shelf: "top" }, options, folder: "/" };
    const ran = (async () => (await jobs.run({} as never, input)).message)();
    expect(await ran.catch((cause: Error) => cause.message)).toBe(result);
  },
);

test.each([
  ["returns accept TRV-7K3M9Q", "'returns accept' is now 'returns … --accept'."],
  ["people list", "'people list' is now 'people …'."],
  ["products change --price 5", "'products change' is now 'products set …'."],
  ["products hide bowl", "'products hide' is now 'products set … --hidden yes'."],
  ["cancellations TRV-7K3M9Q --approve", "'cancellations' is now 'orders cancel … --approve or --decline'."],
  ["products list --low", null],
  ["products list", null],
  ["people Asha --invite", null],
  ["audit", null],
  ["constructor", null],
])("only an old command name gets a message with its new name: %s", (line, answer) => {
  expect(describeNewName(line.split(" "))).toBe(answer);
});
