import { mkdirSync } from "node:fs";
import { once } from "node:events";
import path from "node:path";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import {
  begun,
  context,
  enough,
  readAudit,
  runTyped,
  setUpOperatorSocket,
  spawnTyped,
} from "../tests/support/operator-commands.ts";

/* These tests run the command line as a separate process. cli/program.test.ts tests its parsing and printing. */

setUpOperatorSocket();

test("the command line runs a command in the shop, exits with 0, 1, 2 or 3 for its outcome, and shows its help without a shop", async () => {
  const closed = path.join(context.config.dataDir, "other");
  mkdirSync(closed);
  const [done, refused, wrong, notRunning, help] = await Promise.all([
    runTyped(["shelf", "count", "top", "--quick"]),
    runTyped(["shelf", "count", "bottom"]),
    runTyped(["shelf", "count", "top", "--slow", "--json"]),
    runTyped(["shelf", "count", "top"], closed),
    runTyped(["orders", "--help"], closed),
  ]);
  expect(done).toMatchObject({ code: 0, err: "", out: expect.stringContaining("big tray  ₹1,499.00") });
  expect(refused).toEqual({ code: 1, out: "", err: "The bottom shelf is locked. Ask for the key.\n" });
  expect({ ...wrong, err: JSON.parse(wrong.err) as unknown }).toEqual({
    code: 2,
    out: "",
    err: { error: { message: "error: unknown option '--slow'", exitCode: 2 } },
  });
  expect(notRunning).toMatchObject({ code: 3, err: expect.stringContaining("Start it with: npm start") });
  expect(help).toMatchObject({ code: 0, out: expect.stringContaining("dispatch") });
  expect(await readAudit()).toEqual(
    expect.arrayContaining([
      { command: "shelf count", arguments: { shelf: "top", quick: "on" }, outcome: "done", named: true },
      { command: "shelf count", arguments: { shelf: "bottom" }, outcome: "refused", named: true },
    ]),
  );
});

test("Ctrl-C ends the command line, with a message that the command continues in the shop", async () => {
  const child = spawnTyped(["look", "--at", "forever"]);
  await expect.poll(() => begun.length).toBeGreaterThan(0);
  child.kill("SIGINT");
  const [code, err] = await Promise.all([
    once(child, "exit").then(([ended]: unknown[]) => ended),
    text(child.stderr),
  ]);
  expect({ code, err }).toEqual({
    code: 130,
    err: expect.stringContaining("The command continues in the shop"),
  });
  expect(await readAudit()).toEqual([]);
  enough.resolve();
  await expect.poll(async () => (await readAudit()).length).toBeGreaterThan(0);
  expect(await readAudit()).toMatchObject([{ command: "look", outcome: "done" }]);
});
