import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { onTestFinished } from "vitest";
import { findOrderCommand } from "./bought-order.ts";
import { context } from "./test-shop.ts";

type ListCommand = "dispatch" | "deliver" | "columns";

/** Writes these lines into a courier's list and runs a command with it. By default, the command dispatches orders. */
export async function send(
  lines: string[],
  options: Record<string, string> = {},
  { verb = "dispatch", confirmed = true }: { verb?: ListCommand; confirmed?: boolean } = {},
) {
  const folder = await mkdtemp(path.join(os.tmpdir(), "taruva-couriers-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(path.join(folder, "couriers.csv"), lines.join("\n"));
  const input =
    verb === "columns"
      ? { args: { list: "couriers.csv" }, options: { for: "dispatch" }, folder }
      : { args: {}, options: { from: "couriers.csv", ...options }, folder, confirmed };
  const result = await findOrderCommand(`orders ${verb}`).run(context, input);
  await context.settle();
  return result;
}

export const deliver = (lines: string[], options: Record<string, string> = {}) =>
  send(lines, options, { verb: "deliver" });
