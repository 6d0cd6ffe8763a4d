import os from "node:os";
import { Argument, Command, InvalidArgumentError, Option } from "commander";
import { exitCodeMessages } from "./run-command.ts";
import type { DescribedCommand, TypedCommand } from "#platform/operator/protocol.ts";

/** `nameField` returns the name of an argument or option as it is entered: `orderId` or `--reason`. */
type RunCommand = (
  command: TypedCommand,
  asJson: boolean,
  nameField: (name: string) => string,
) => Promise<void>;

export function createProgram(
  commands: readonly DescribedCommand[],
  runAndPrint: RunCommand,
  { asJson = false } = {},
): Command {
  const program = new Command("npm run shop --")
    .configureOutput(asJson ? { outputError: () => {} } : {})
    .description("Commands for the running shop.")
    .usage("<noun> <verb> [options]")
    .showHelpAfterError(asJson ? false : "To see what you can enter, add --help.")
    .exitOverride();
  for (const [noun, verbs] of Map.groupBy(commands, (each) => each.noun)) {
    const [singleVerb] = verbs;
    if (singleVerb?.verb === "") {
      addArguments(program.command(noun), singleVerb, runAndPrint);
      continue;
    }
    const group = program
      .command(noun)
      .description(verbs.map(({ verb }) => verb).join(", "))
      .usage("<verb> [options]")
      .exitOverride();
    for (const described of verbs) addArguments(group.command(described.verb), described, runAndPrint);
  }
  return program;
}

/** Does not check the values, because the shop checks them for all clients. */
function addArguments(command: Command, described: DescribedCommand, runAndPrint: RunCommand): void {
  const { noun, verb, args, examples } = described;
  command.description(described.summary).exitOverride();
  for (const { name, summary, optional, many, choices } of args) {
    const word = many ? `${name}...` : name;
    const argument = new Argument(optional ? `[${word}]` : `<${word}>`, summary);
    command.addArgument(choices ? Object.assign(argument, { argChoices: choices }) : argument);
  }
  for (const [name, { summary, choices, flag, many, required }] of Object.entries(described.options)) {
    const option = new Option(
      flag ? `--${name}` : `--${name} <${many ? `${name}...` : name}>`,
      required ? `${summary} (required)` : summary,
    );
    if (!flag && !many) option.argParser(refuseRepeated);
    command.addOption(choices ? Object.assign(option, { argChoices: choices }) : option);
  }
  if (described.hasPreview) command.option("--dry-run", "preview the exact result, change nothing");
  command
    .option("--json", "print data for programs")
    .option("--yes", "do not ask before something that cannot be undone")
    .addHelpText("after", `\nExamples:\n${examples.map(formatExample).join("\n")}`)
    .addHelpText("after", `\n${exitCodeMessages}`)
    .action(async () => {
      const { json, yes, dryRun, ...options } = command.opts<Record<string, OptionValue>>();
      const { args: words } = command;
      await runAndPrint(
        {
          noun,
          verb,
          args: Object.fromEntries(
            args.flatMap(({ name, many }, at) =>
              words[at] === undefined ? [] : [[name, many ? words.slice(at).join("\n") : words[at]]],
            ),
          ),
          options: toTexts(options),
          // npm runs scripts in the project's folder, and INIT_CWD is the folder in which the user started npm.
          folder: process.env["INIT_CWD"] ?? process.cwd(),
          osUser: getOsUser(),
          confirmed: yes === true,
          ...(dryRun === true && { dryRun }),
        },
        json === true,
        (name) => (args.some((argument) => argument.name === name) ? name : `--${name}`),
      );
    });
}

/** Refuses an option that was entered twice. Without this check, the last value would be used silently. */
function refuseRepeated(value: string, previous: string | undefined): string {
  if (previous !== undefined)
    throw new InvalidArgumentError(`"${previous}" was entered before. Enter one value.`);
  return value;
}

type OptionValue = string | string[] | boolean | undefined;

const toTexts = (options: Record<string, OptionValue>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(options).flatMap(([name, value]) =>
      value === undefined ? [] : [[toKebabCase(name), toText(value)]],
    ),
  );

const toText = (value: string | string[] | boolean): string =>
  Array.isArray(value) ? value.join("\n") : value === true ? "on" : String(value);

const toKebabCase = (name: string): string =>
  name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** Returns an example line. `-s` prevents npm from writing two extra lines to the file after `>`. */
const formatExample = (line: string): string =>
  `  npm run ${line.includes(" > ") ? "-s " : ""}shop -- ${line}`;

function getOsUser(): string {
  try {
    return os.userInfo().username;
  } catch {
    return String(process.getuid?.() ?? "unknown"); // a user of a container may have no name
  }
}
