import { sql } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { CommandRefused, defineCommand } from "#platform/operator/command.ts";
import { createTestContext, testEngine } from "../tests/support/database.ts";
import { runCommand } from "#platform/operator/run-command.ts";

// The embedded engine has no limits: nothing lies between it and the shop.
test.runIf(testEngine === "server")("a statement of a command has minutes, not seconds", async () => {
  const context = await createTestContext();
  onTestFinished(() => context.close());
  const look = defineCommand({
    noun: "look",
    verb: "",
    summary: "Looks how long a statement may take.",
    args: [],
    options: {},
    examples: ["look"],
    async run({ db }) {
      const { rows } = await db.execute<{ limit: string }>(
        sql`select current_setting('statement_timeout') as limit`,
      );
      return { message: rows[0]?.limit ?? "" };
    },
  });
  const typed = { noun: "look", verb: "", args: {}, options: {}, folder: "/", osUser: "owner" };
  const reply = await runCommand(context, [look], { ...typed, confirmed: true }, () => {});
  expect(reply).toMatchObject({ outcome: "done", result: { message: "5min" } });
});

test("on a full disk, which takes no record of it, the owner hears what the command said all the same", async () => {
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
