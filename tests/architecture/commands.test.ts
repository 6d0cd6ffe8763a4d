import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { describeCommand, type TypedCommand } from "#platform/operator/protocol.ts";
import { localCommands } from "../../server/cli/local-commands.ts";
import { createProgram } from "../../server/cli/program.ts";
import { commands } from "../../server/commands.ts";
import { findPhrase } from "../../desk/web/phrases.ts";
import { listFiles, root } from "./sources.ts";
import { ConfirmationRequired } from "#platform/operator/command.ts";

const everyCommand = [
  ...commands,
  ...localCommands.filter((own) => !commands.some((each) => hasSameName(each, own))),
].map((each) => ({ ...each, name: `${each.noun} ${each.verb}`.trim() }));

/** No command can undo the effect of commands with these verbs. */
const FOR_GOOD = ["remove", "cancel", "approve", "refund", "end-sessions"];

const isFinal = (verb: string, example: string): boolean =>
  FOR_GOOD.includes(verb) || / --(remove|none|approve|refund)( |$)/.test(example);

/** These commands show amounts before they ask for confirmation: see `shop/orders/server/asks-first.test.ts`. */
const ASK_WITH_FIGURES = ["orders cancel", "orders refund", "returns"];

test("no two commands have the same name", () => {
  const names = everyCommand.map(({ name }) => name);
  expect(names.toSorted()).toEqual([...new Set(names)].toSorted());
});

describe.each(everyCommand)("$name", ({ name, summary, args, options, examples, ...command }) => {
  test("the command has a summary sentence, and describes each argument and option", () => {
    expect(name).toMatch(/^[a-z]+(-[a-z]+)*( [a-z]+\d?(-[a-z]+)*)?$/);
    expect(summary).toMatch(/^[A-Z][^\n]{10,110}\.$/);
    for (const word of [...args, ...Object.values(options)])
      expect(word.summary).toMatch(/^[^\n]{3,100}[^.]$/);
    for (const option of Object.keys(options))
      expect(["json", "yes", "help", "dry-run"]).not.toContain(option);
  });

  test("the command has examples that the parser accepts", async () => {
    expect(examples).not.toEqual([]);
    for (const example of examples) expect(await parseTyped(example)).toMatchObject(nameOf(name));
  });

  const final = examples.filter((example, at) => isFinal(at === 0 ? command.verb : "", example));
  if (!("run" in command) || ASK_WITH_FIGURES.includes(name) || final.length === 0) return;
  test.each(final)(
    "the command asks for confirmation before a change that cannot be undone: %s",
    async (example) => {
      const parsed = await parseTyped(example);
      const run = async () => command.run({} as never, { ...parsed, confirmed: false });
      await expect(run()).rejects.toThrow(ConfirmationRequired);
      await expect(run()).rejects.toThrow(/\?$/);
    },
  );
});

/** These commands have no dry run, because they change only things outside the database, and repeating does no harm. */
const WITHOUT_DRY_RUN = ["backup create", "pages purge", "pictures push"];

test("every command that changes data has a dry run, except three that change things outside the database", () => {
  const silent = commands.filter(({ reads, preview }) => !reads && preview === undefined);
  expect(silent.map(({ noun, verb }) => `${noun} ${verb}`).toSorted()).toEqual(WITHOUT_DRY_RUN);
});

test("the desk describes every command and each of its actions in words", () => {
  const withoutPhrase = commands
    .flatMap(({ noun, verb, args, options, reads }) => {
      const name = `${noun} ${verb}`.trim();
      const first = args[0]?.name ?? Object.keys(options)[0] ?? "";
      const entered = [
        {},
        ...(typeof reads === "object" ? reads.unless : [first]).map((each) => ({
          [first]: "on",
          [each]: "on",
        })),
      ];
      return entered.map((each) => ({ name, each, ...findPhrase(name, each) }));
    })
    .filter(({ phrase }) => phrase.startsWith("use "));
  expect(withoutPhrase).toEqual([]);
});

describe("commands in the documents", () => {
  const read = (files: readonly string[]) =>
    files.map((file) => readFileSync(path.join(root, file), "utf8")).join("\n");
  const text = read(["docs/owners/operating.md", "docs/owners/production.md", "docs/owners/backups.md"]);

  test("the parser accepts every command line in the documents", async () => {
    const documents = read(listFiles("{README,CONTRIBUTING,SECURITY}.md", "{catalogue,docs}/**/*.md"));
    const lines = [...documents.matchAll(/(?:npm run (?:-s )?shop --|^ *taruva) ([a-z][^\n`<]*)/gm)].map(
      ([, line = ""]) => line,
    );
    expect(lines.length).toBeGreaterThan(70);
    for (const line of lines.filter((each) => each !== "help" && !each.includes("…")))
      await expect(parseTyped(line), line).resolves.toBeDefined();
  });

  test("the owners' documents name every command", () => {
    // Expands `products add|remove` in the documents to `products add` and `products remove`.
    const expanded = text.replaceAll(/([a-z-]+) ([a-z-]+(?:\|[a-z-]+)+)/g, (_, noun: string, verbs: string) =>
      verbs.replaceAll(/[a-z-]+/g, `\`${noun} $&`),
    );
    // Only names in inline code count, because prose contains words such as `check`.
    const isNamed = (name: string) =>
      new RegExp(String.raw`(?:\`|-- |taruva )${name}(?![\w-])`).test(expanded);
    expect(everyCommand.map(({ name }) => name).filter((name) => !isNamed(name))).toEqual([]);
    expect(isNamed("bring")).toBe(false);
  });
});

async function parseTyped(line: string): Promise<TypedCommand> {
  const typed: TypedCommand[] = [];
  const described = [
    ...commands.map(describeCommand),
    ...localCommands.filter((own) => !commands.some((each) => hasSameName(each, own))),
  ];
  const program = createProgram(described, async (parsed) => void typed.push(parsed));
  await program.parseAsync(splitArguments(line), { from: "user" });
  const [parsed] = typed;
  if (!parsed) throw new Error(`No command took: ${line}`);
  return parsed;
}

/** Splits a command line like a shell: keeps quoted words together and drops `>` and `||` with the rest of the line. */
const splitArguments = (line: string): string[] =>
  [...line.replace(/ (>|\|\|) .*$/, "").matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
    ([, double, single, plain]) => double ?? single ?? plain ?? "",
  );

const nameOf = (name: string) => {
  const [noun = "", verb = ""] = name.split(" ");
  return { noun, verb };
};

function hasSameName(one: { noun: string; verb: string }, other: { noun: string; verb: string }): boolean {
  return one.noun === other.noun && one.verb === other.verb;
}
