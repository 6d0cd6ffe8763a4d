import { QueryClientProvider } from "@tanstack/react-query";
import { render } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, vi } from "vitest";
import type { CommandRun, DescribedCommand, View } from "../../../desk/calls.ts";
import { queries } from "../../../desk/web/use-view.ts";

afterEach(() => queries.clear());

/** Wraps a part of the desk, for `render` and `rerender`. */
export const drawDesk = (part: ReactNode) => (
  <QueryClientProvider client={queries}>{part}</QueryClientProvider>
);

export const showDesk = (part: ReactNode) => render(drawDesk(part));

/** Returns the description of a command such as `orders dispatch`. */
export function describeCommand(
  name: string,
  options: DescribedCommand["options"] = {},
  more: Partial<DescribedCommand> = {},
): DescribedCommand {
  const [noun = "", verb = ""] = name.split(" ");
  return { noun, verb, summary: "…", args: [], options, examples: [], ...more };
}

export const withData = (data: unknown) => ({ outcome: "done", result: { data } });

type Reply = (asked: CommandRun & View, address: string) => unknown;

/** Answers the requests of the desk's page: commands and views with `reply`, and uploads with the file's name as id. */
export function answerDesk(
  commands: readonly Partial<DescribedCommand>[],
  reply: Reply = () => undefined,
): void {
  vi.stubGlobal("fetch", async (address: string, { body }: { body?: string } = {}) => {
    if (address === "/api/commands") return Response.json(commands);
    if (address.startsWith("/api/files"))
      return Response.json({ file: new URL(address, location.origin).searchParams.get("name") });
    const replied =
      (await reply(JSON.parse(body ?? "{}") as CommandRun & View, address)) ?? withData(undefined);
    return replied instanceof Response ? replied : new Response(`${JSON.stringify(replied)}\n`);
  });
}
