import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { CommandRefused } from "#platform/operator/command.ts";
import { openApi, type Api } from "../tests/support/api.ts";
import { signInCustomer } from "../tests/support/customer.ts";
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

test("the operator reads what customers and operators did, together or apart", async () => {
  const asha = await signInCustomer(context, { email: "asha@example.com" });
  const ravi = await signInCustomer(context, { email: "ravi@example.com" });
  const logIn = (email: string, password: string) =>
    api.as(null).post("/api/auth/login", { email, password });
  await logIn(asha.email, asha.password);
  context.clock.advance(1_000);
  await logIn(ravi.email, "wrong");
  await logIn(ravi.email, "wrong");
  context.clock.advance(1_000);
  await say("customers", "end-sessions", { args: { email: asha.email } });

  expect(await say("audit", "list")).toEqual([
    expect.stringMatching(
      /^(operator owner: customers end-sessions|asha@example.com: Logged out everywhere)/,
    ),
    expect.stringMatching(
      /^(operator owner: customers end-sessions|asha@example.com: Logged out everywhere)/,
    ),
    "ravi@example.com: Wrong password at login, 2 times",
    "asha@example.com: Logged in",
  ]);
  expect(await say("audit", "list", { options: { customer: "ASHA@example.com" } })).toEqual([
    "asha@example.com: Logged out everywhere, by the shop",
    "asha@example.com: Logged in",
  ]);
  expect(await say("audit", "list", { options: { of: "customers", limit: "1" } })).toHaveLength(1);
  const ofOperators = await say("audit", "list", { options: { of: "operators" } });
  expect(ofOperators).toHaveLength(4);
  expect(ofOperators).toContain("operator owner: customers end-sessions asha@example.com");
  expect(await say("audit", "list", { options: { command: "customers end" } })).toEqual([
    "operator owner: customers end-sessions asha@example.com",
  ]);
  expect(await say("audit", "list", { options: { command: "end-sessions" } })).toEqual([]);
  await say("orders", "print", { options: { "to-pack": "on", into: "today" } }).catch(() => {});
  expect(await say("audit", "list", { options: { of: "operators", limit: "1" } })).toEqual([
    expect.stringMatching(/^operator owner: orders print today --to-pack/),
  ]);
  await expect(say("audit", "list", { options: { limit: "many" } })).rejects.toThrow(CommandRefused);
});

test("what was done for someone who has left stays without them (T55)", async () => {
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
