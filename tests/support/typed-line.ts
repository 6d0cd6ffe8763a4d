import type { Context } from "#platform/context.ts";
import type { Command } from "#platform/operator/command.ts";
import type { OperatorReply } from "#platform/operator/protocol.ts";
import { runCommand, type SentCommand } from "#platform/operator/run-command.ts";
import { commands } from "../../server/commands.ts";

/** Parses a command line, which may end with a switch such as `--approve`. Quoted words stay together. */
export function readTypedLine(
  commands: readonly Command[],
  typed: string,
  options: Readonly<Record<string, string>> = {},
) {
  const [line = "", flag] = typed.split(/ --(?=[\w-]+$)/);
  const [noun = "", ...rest] = [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(
    ([, quoted, plain]) => quoted ?? plain ?? "",
  );
  const command = commands.find((each) => each.noun === noun && (each.verb === "" || each.verb === rest[0]));
  if (!command) throw new Error(`There is no command ${line}.`);
  const values = command.verb === "" ? rest : rest.slice(1);
  const args: Record<string, string> = Object.fromEntries(
    command.args.flatMap(({ name, many }, at) =>
      values[at] === undefined ? [] : [[name, many ? values.slice(at).join("\n") : values[at]]],
    ),
  );
  const allOptions = { ...(flag !== undefined && { [flag]: "on" }), ...options };
  return { command, noun, verb: command.verb, args, options: allOptions };
}

export function runLine(
  context: Context,
  line: string,
  options: Record<string, string> = {},
  how: Partial<SentCommand> = {},
): Promise<OperatorReply> {
  const { command: _command, ...typed } = readTypedLine(commands, line, options);
  const sent = { ...typed, folder: "/", osUser: "owner", confirmed: true, ...how };
  return runCommand(context, commands, sent, () => {});
}
