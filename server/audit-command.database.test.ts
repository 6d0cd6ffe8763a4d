import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { CommandRefused } from "#platform/operator/command.ts";
import { openApi, type Api } from "../tests/support/api.ts";
import { createTestContext, type TestContext } from "../tests/support/database.ts";
import { routes } from "./features.ts";
import { commands } from "./commands.ts";
import { forgetInAudit } from "#platform/operator/audit.ts";
import { createForget } from "#platform/operator/forget-person.ts";
import { runCommand } from "#platform/operator/run-command.ts";
import { operatorAudit } from "#platform/operator/tables.ts";

let context: TestContext;
let api: Api;
beforeAll(async () => {
  context = await createTestContext();
  api = await openApi(context, routes);
});
beforeEach(() => context.wipe());
afterAll(async () => {
  await api.close();
  await context.close();
});

async function say(noun: string, verb: string, words: { args?: object; options?: object } = {}) {
  const order = {
    noun,
    verb,
    args: {},
    options: {},
    folder: "/",
    osUser: "owner",
    confirmed: true,
    ...words,
  };
  const reply = await runCommand(context, commands, order as never, () => {});
  context.clock.advance(1_000);
  if (reply.outcome === "refused" || reply.outcome === "usage") throw new CommandRefused(reply.message);
  return reply.outcome === "done" ? (reply.result.rows ?? []).map(([, who, what]) => `${who}: ${what}`) : [];
}

test("audit entries about a deleted customer stay without personal data (T55)", async () => {
  const email = "a+b.c_%d'e@example.com";
  await say("products", "list", { options: { search: email.toUpperCase() } });
  await say("products", "list", { options: { search: "aab.c_%d'e@example.com" } });
  const forget = createForget({ orderIds: [], names: [], emails: [email], phoneNumbers: [], streets: [] });
  await context.transact((tx) => forgetInAudit(tx, forget));
  const recorded = await context.db.select().from(operatorAudit);
  expect(recorded.map(({ arguments: typed }) => String(typed["search"])).toSorted()).toEqual([
    "aab.c_%d'e@example.com",
    "deleted",
  ]);
});
