import type { Command } from "#platform/operator/command.ts";

/** Returns the command of a command line without options, and its arguments by name. Quoted words stay together. */
export function readTypedLine(commands: readonly Command[], line: string) {
  const [noun = "", ...rest] = [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(
    ([, quoted, plain]) => quoted ?? plain ?? "",
  );
  const command = commands.find((each) => each.noun === noun && (each.verb === "" || each.verb === rest[0]));
  if (!command) throw new Error(`There is no command ${line}.`);
  const values = command.verb === "" ? rest : rest.slice(1);
  const args: Record<string, string> = Object.fromEntries(
    command.args.flatMap(({ name }, at) => (values[at] === undefined ? [] : [[name, values[at]]])),
  );
  return { command, noun, verb: command.verb, args };
}
