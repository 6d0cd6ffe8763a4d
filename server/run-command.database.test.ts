import { expect, onTestFinished, test } from "vitest";
import { requireConfirmation, CommandRefused, defineCommand } from "#platform/operator/command.ts";
import { createTestContext } from "../tests/support/database.ts";
import { runCommand } from "#platform/operator/run-command.ts";

test("a missing or unknown value or option is reported before the question, with the possible values", async () => {
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
    message: '"middle" is not one of the choices: top, bottom.',
    fields: { shelf: "Choose one from the list." },
  });
  expect(await send("top", { at: "bowls\nspoons" })).toMatchObject({
    message: "--at spoons is not one of the choices: bowls, trays.",
  });
  expect(await send("top", { by: "" })).toMatchObject({
    message: "--by … is not one of the choices: day, night.",
  });
  for (const reason of [undefined, " "])
    expect(await send("top", { reason })).toEqual({
      outcome: "usage",
      message: 'Please enter --reason "…".',
      fields: { reason: "Please fill this in." },
    });
  for (const role of [undefined, "owner", "manager"])
    expect(await send("top", { colour: "red" }, { role, confirmed: true })).toEqual({
      outcome: "unknown",
      message: "'look' does not know --colour.",
    });
  expect(await send("top")).toEqual({ outcome: "confirm", question: "Look?" });
  expect(seen).toEqual([]);
  const all = { at: "bowls\ntrays", by: "night" };
  expect(await send("top", all, { confirmed: true })).toMatchObject({ outcome: "done" });
});

test("on a full disk the owner gets the command's answer even though it cannot be recorded", async () => {
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
