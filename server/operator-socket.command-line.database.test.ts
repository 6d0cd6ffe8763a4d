import { mkdirSync } from "node:fs";
import { once } from "node:events";
import path from "node:path";
import { text } from "node:stream/consumers";
import { describe, expect, test, vi } from "vitest";
import {
  begun,
  enough,
  readAudit,
  spawnTyped,
  context,
  swept,
  runTyped,
  setUpOperatorSocket,
} from "../tests/support/operator-commands.ts";

setUpOperatorSocket();

describe("the command line", () => {
  test("runs a command in the open shop and prints a table for people", async () => {
    const { code, out } = await runTyped(["shelf", "count", "top", "--quick"]);
    expect(code).toBe(0);
    expect(out).toBe(
      [
        "Shelf",
        "",
        "piece        price",
        "────────  ────────",
        "bowl         ₹9.00",
        "big tray  ₹1499.00",
        "",
        '{"quick":"on"}',
        "",
      ].join("\n"),
    );
    expect(await readAudit()).toEqual([
      { command: "shelf count", arguments: { shelf: "top", quick: "on" }, outcome: "done", named: true },
    ]);
  });

  test("prints data for programs", async () => {
    const { out } = await runTyped(["shelf", "count", "top", "--json"]);
    expect(JSON.parse(out)).toEqual([
      { piece: "bowl", price: "₹9.00" },
      { piece: "big tray", price: "₹1499.00" },
    ]);
  });

  test("says a refusal as a sentence and ends with 1; the refusal is in the books", async () => {
    const { code, err } = await runTyped(["shelf", "count", "bottom"]);
    expect({ code, err }).toEqual({ code: 1, err: "The bottom shelf is locked. Ask for the key.\n" });
    expect(await readAudit()).toMatchObject([{ outcome: "refused" }]);
  });

  test("reveals nothing of an internal error", async () => {
    const { code, err } = await runTyped(["shelf", "count", "top", "--from", "nowhere"]);
    expect(code).toBe(1);
    expect(err).toContain("Something went wrong.");
    expect(err).not.toContain("secret");
    expect(await readAudit()).toMatchObject([{ outcome: "failed" }]);
  });

  test("does nothing that needs a yes without one", async () => {
    const { code, err } = await runTyped(["shelf", "sweep"]);
    expect({ code, err }).toEqual({
      code: 1,
      err: "Sweep everything off? Nothing was done: say so with --yes.\n",
    });
    expect(swept).toBe(0);
    expect(await readAudit()).toEqual([]);
    expect(await runTyped(["shelf", "sweep", "--yes"])).toMatchObject({ code: 0, out: "swept 1\n" });
  });

  test("of one word ends with 1 when something needs the owner, and asks what comes up on the way", async () => {
    expect(await runTyped(["look", "--at", "bowls"])).toMatchObject({ code: 1, out: "bowls\n" });
    const { code, err } = await runTyped(["look", "--at", "bowls", "trays"]);
    expect({ code, err }).toEqual({
      code: 1,
      err: "Look at several things? Nothing was done: say so with --yes.\n",
    });
    expect(await runTyped(["look", "--yes", "--at", "bowls", "trays"])).toMatchObject({
      out: "bowls\ntrays\n",
    });
    expect(await readAudit()).toMatchObject([{ command: "look" }, { command: "look" }]);
  });

  test.each(
    [
      ["shelf", "count", "middle"],
      ["shelf", "count"],
      ["shelf", "burn"],
      ["attic"],
      ["shelf", "count", "top", "--slow"],
      ["shelf", "count", "top", "--from", "tomorrow"],
    ].map((words) => [words]),
  )("ends with 2 for what is typed wrongly: %j", async (words) => {
    const { code, err } = await runTyped(words);
    expect(code).toBe(2);
    expect(err).not.toBe("");
  });

  test.each([
    [1, "The bottom shelf is locked. Ask for the key.", ["shelf", "count", "bottom"]],
    [2, "error: unknown option '--slow'", ["shelf", "count", "top", "--slow"]],
  ])("with --json an error that ends with %i is JSON: %s", async (exitCode, message, words) => {
    const { code, out, err } = await runTyped([...words, "--json"]);
    expect({ code, out, err: JSON.parse(err) as unknown }).toEqual({
      code: exitCode,
      out: "",
      err: { error: { message, exitCode } },
    });
  });

  test("ends without an error when its reader has enough", async () => {
    const child = spawnTyped(["look", "--at", "everything"]);
    child.stdout.once("data", () => child.stdout.destroy());
    const [code, said] = await Promise.all([
      once(child, "exit").then(([ended]: unknown[]) => ended),
      text(child.stderr),
    ]);
    expect({ code, said }).toEqual({ code: 0, said: "" });
  });

  test("on Ctrl-C says that the shop goes on, and the shop does", async () => {
    const child = spawnTyped(["look", "--at", "forever"]);
    await vi.waitUntil(() => begun.length > 0, { timeout: 20_000 });
    child.kill("SIGINT");
    const [code, said] = await Promise.all([
      once(child, "exit").then(([ended]: unknown[]) => ended),
      text(child.stderr),
    ]);
    expect({ code, said }).toEqual({ code: 130, said: expect.stringContaining("The shop goes on with it") });
    expect(await readAudit()).toEqual([]);
    enough.resolve();
    await vi.waitUntil(async () => (await readAudit()).length > 0);
    expect(await readAudit()).toMatchObject([{ command: "look", outcome: "done" }]);
  });

  test("of a value that is none of its choices says which there are, also where no shop is asked", async () => {
    expect((await runTyped(["shelf", "count", "middle"])).err).toBe(
      '"middle" is none of these: top, bottom.\n',
    );
    expect((await runTyped(["shelf", "count", "--help"])).out).toContain('(choices: "top", "bottom")');
    expect(await runTyped(["completion", "tcsh"])).toMatchObject({
      code: 2,
      err: '"tcsh" is none of these: bash, zsh, fish.\n',
    });
    expect(await runTyped(["desk", "--role", "guest"])).toMatchObject({
      code: 2,
      err: "--role guest is none of these: owner, packer.\n",
    });
  });

  test("has help with examples", async () => {
    expect((await runTyped([])).out).toContain("shelf");
    expect((await runTyped(["shelf", "count", "--help"])).out).toContain("npm run shop -- shelf count top");
  });

  test("ends with 3 and says what to do when the shop is not running", async () => {
    const empty = path.join(context.config.dataDir, "other");
    mkdirSync(empty);
    const { code, err } = await runTyped(["shelf", "count", "top"], empty);
    expect(code).toBe(3);
    expect(err).toContain("Start it with: npm start");
  });
});
