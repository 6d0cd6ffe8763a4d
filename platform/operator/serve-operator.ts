import type { IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import * as v from "valibot";
import { SOMETHING_WENT_WRONG } from "#contract/errors.ts";
import type { Command } from "#platform/operator/command.ts";
import type { Context } from "#platform/context.ts";
import {
  type DescribedCommand,
  type OperatorProgress,
  type OperatorReply,
  typedCommandSchema,
} from "./protocol.ts";
import { runCommand } from "./run-command.ts";

export async function serve(
  context: Context,
  commands: readonly Command[],
  request: IncomingMessage,
  response: ServerResponse,
) {
  // A reader that has gone away leaves its command running to the end.
  const write = (line: unknown) => void response.write(`${JSON.stringify(line)}\n`);
  response.on("error", () => {});
  try {
    if (request.method === "POST" && request.url === "/run") {
      response.writeHead(200, { "content-type": "application/x-ndjson" });
      write(await handleRun(context, commands, request, write));
    } else if (request.method === "GET" && request.url === "/commands") {
      response.writeHead(200, { "content-type": "application/json" });
      write(commands.map(describe));
    } else response.writeHead(404);
  } catch (cause) {
    context.log.error({ err: cause }, "operator request failed");
    write({ outcome: "failed", message: SOMETHING_WENT_WRONG });
  }
  response.end();
}

async function handleRun(
  context: Context,
  commands: readonly Command[],
  request: IncomingMessage,
  write: (line: OperatorProgress) => void,
): Promise<OperatorReply> {
  const typed = v.safeParse(v.pipe(v.string(), v.parseJson(), typedCommandSchema), await text(request));
  return typed.success
    ? runCommand(context, commands, typed.output, (progress, done, of) =>
        write({ progress, ...(done !== undefined && { done }), ...(of !== undefined && { of }) }),
      )
    : { outcome: "unknown", message: "This order cannot be read." };
}

const describe = ({ noun, verb, summary, args, options, examples }: Command): DescribedCommand => ({
  noun,
  verb,
  summary,
  args: args.map(({ choices, ...arg }) => ({ ...arg, ...(choices && { choices: [...choices] }) })),
  options: Object.fromEntries(
    Object.entries(options).map(([name, { choices, ...option }]) => [
      name,
      { ...option, ...(choices && { choices: [...choices] }) },
    ]),
  ),
  examples: [...examples],
});
