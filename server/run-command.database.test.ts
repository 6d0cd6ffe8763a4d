import { readFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { UNSTORABLE_TEXT } from "#contract/text.ts";
import { requireConfirmation, CommandRefused, defineCommand } from "#platform/operator/command.ts";
import { createTestContext } from "../tests/support/database.ts";
import { runCommand } from "#platform/operator/run-command.ts";

test("a missing or unknown value or option of a command is reported before the confirmation, with the possible values", async () => {
  const context = await createTestContext();
  onTestFinished(() => context.close());
  const seen: unknown[] = [];
  const look = defineCommand({
    noun: "look",
    verb: "",
    summary: "Looks at shelves.",
    args: [{ name: "shelf", summary: "which", choices: ["top", "bottom"] }],
    options: {
      at: { summary: "at what", choices: ["bowls", "trays"], many: true },
      by: { summary: "by what", choices: ["day"], or: ["night"] },
      reason: { summary: "why", required: true },
    },
    examples: ["look top"],
    run: async (_context, { args, options, confirmed }) => {
      requireConfirmation({ confirmed }, "Look?");
      return { data: seen.push({ ...args, ...options }) };
    },
  });
  const typed = { noun: "look", verb: "", folder: "/", osUser: "owner", confirmed: false };
  const send = (shelf: string, options = {}, how = {}) =>
    runCommand(
      context,
      [look],
      { ...typed, args: { shelf }, options: { reason: "dust", ...options }, ...how },
      () => {},
    );
  expect(await send("middle")).toEqual({
    outcome: "usage",
    message: "",
    fields: { shelf: "Choose one of: top, bottom." },
  });
  expect(await send("top", { at: "bowls\nspoons" })).toMatchObject({
    fields: { at: "Choose one of: bowls, trays." },
  });
  expect(await send("top", { by: "" })).toMatchObject({
    fields: { by: "Choose one of: day, night." },
  });
  for (const reason of [undefined, " "])
    expect(await send("top", { reason })).toEqual({
      outcome: "usage",
      message: "",
      fields: { reason: "Please fill this in." },
    });
  for (const role of [undefined, "owner", "manager"])
    expect(await send("top", { colour: "red" }, { role, confirmed: true })).toEqual({
      outcome: "unknown",
      message: "",
      fields: { colour: "This does not exist. Reload the page." },
    });
  expect(await send("top")).toEqual({ outcome: "confirm", question: "Look?" });
  expect(seen).toEqual([]);
  const all = { at: "bowls\ntrays", by: "night" };
  expect(await send("top", all, { confirmed: true })).toMatchObject({ outcome: "done" });
});

test("a command refuses a value that the database cannot save and a file that it cannot read, and says why", async () => {
  const context = await createTestContext();
  onTestFinished(() => context.close());
  const copy = defineCommand({
    noun: "copy",
    verb: "",
    summary: "Copies a file.",
    args: [{ name: "file", summary: "which", kind: "file" }],
    options: { as: { summary: "its title" } },
    examples: ["copy list.csv"],
    run: async (_context, { args, folder }) => {
      await readFile(path.resolve(folder, args["file"] ?? ""));
      throw new CommandRefused("It begins with \0.");
    },
  });
  const send = async (file: string, as = "list") =>
    runCommand(
      context,
      [copy],
      {
        noun: "copy",
        verb: "",
        args: { file },
        options: { as },
        folder: os.tmpdir(),
        osUser: "owner",
        confirmed: false,
      },
      () => {},
    );
  expect(await send("a\0")).toMatchObject({ outcome: "usage", fields: { file: UNSTORABLE_TEXT } });
  expect(await send("a", "\ud800")).toMatchObject({ outcome: "usage", fields: { as: UNSTORABLE_TEXT } });
  const long = path.join(os.tmpdir(), "a".repeat(300));
  for (const [file, reason] of [
    [long, `${long} cannot be used: its name is too long.`],
    [import.meta.filename, "It begins with \0."],
  ] as const)
    expect(await send(file)).toEqual({ outcome: "refused", message: reason });
  const { rows } = await context.database.pool.query("select words from operator_audit order by id");
  expect(rows).toEqual([
    { words: `${long} cannot be used: its name is too long.` },
    { words: "It begins with ." },
  ]);
});

test("if the disk is full, the owner gets the result of a command although the command cannot be recorded", async () => {
  const context = await createTestContext();
  onTestFinished(() => context.close());
  const refuse = defineCommand({
    noun: "look",
    verb: "",
    summary: "Refuses, as a backup without room does.",
    args: [],
    options: {},
    examples: ["look"],
    run: () => Promise.reject(new CommandRefused("there is no room for it")),
  });
  const typed = {
    noun: "look",
    verb: "",
    args: {},
    options: {},
    folder: "/",
    osUser: "owner",
    confirmed: true,
  };
  const fail = (code: string) => () => Promise.reject(Object.assign(new Error("no"), { code }));
  const failing = (code: string) => ({
    ...context,
    db: Object.assign(Object.create(context.db), { insert: () => ({ values: fail(code) }) }),
  });
  expect(await runCommand(failing("25006"), [refuse], typed, () => {})).toEqual({
    outcome: "refused",
    message: "there is no room for it",
  });
  await expect(runCommand(failing("42601"), [refuse], typed, () => {})).rejects.toThrow("no");
});

test("a very long order number is recorded shortened, because an index contains it", async () => {
  const context = await createTestContext();
  onTestFinished(() => context.close());
  const show = defineCommand({
    noun: "show",
    verb: "",
    summary: "Shows an order.",
    args: [{ name: "orderId", summary: "which" }],
    options: {},
    examples: ["show TRV-7K3M9Q"],
    run: () => Promise.reject(new CommandRefused("There is no such order.")),
  });
  const orderId = Array.from({ length: 5_000 }, (_, at) => at * 7_919).join("");
  const typed = { noun: "show", verb: "", args: { orderId }, options: {}, folder: "/", osUser: "owner" };
  const reply = await runCommand(context, [show], { ...typed, confirmed: false }, () => {});
  expect(reply).toMatchObject({ outcome: "refused" });
  const { rows } = await context.database.pool.query("select arguments from operator_audit");
  expect(rows).toEqual([{ arguments: { orderId: orderId.slice(0, 40) } }]);
});
