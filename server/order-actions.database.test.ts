import { sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { parseCommandName } from "#contract/command-data.ts";
import { toIsoDay } from "#contract/dates.ts";
import { DAY } from "#contract/time.ts";
import { rehearse } from "#platform/operator/rehearse.ts";
import { runCommand } from "#platform/operator/run-command.ts";
import { recordFinding } from "../shop/payments/server/findings.ts";
import { recordCancellationRequest } from "../shop/orders/server/cancellations.ts";
import { phoneOrder } from "../tests/support/bought-order.ts";
import { expectActionsAgree } from "../tests/support/order-actions.ts";
import { buy, payWith, provider, setUpShop, testShop } from "../tests/support/test-shop.ts";
import { commands } from "./commands.ts";

setUpShop({});

let bought: Awaited<ReturnType<typeof buy>>;
let orderId: string;
beforeEach(async () => {
  bought = await buy(testShop, "acacia-bowl");
  ({ orderId } = bought.order);
});

async function say(name: string, options: Record<string, string> = {}, role?: "packer") {
  const command = parseCommandName(name, options);
  const typed = { ...command, args: { orderId }, folder: "/", osUser: "owner", confirmed: true };
  const reply = await runCommand(testShop.context, commands, { ...typed, ...(role && { role }) }, () => {});
  if (reply.outcome !== "done") throw new Error("message" in reply ? reply.message : reply.outcome);
  return reply;
}

/**
 * Checks that `orders actions` lists what the commands accept. Returns the possible actions. An action for a return
 * ends with the return's number.
 */
async function listPossible(role?: "packer"): Promise<string[]> {
  await expectActionsAgree(testShop.context, orderId);
  const { result } = await say("orders actions", {}, role);
  return (result.data as { action: string; return?: number; refusal: string | null }[])
    .filter(({ refusal }) => refusal === null)
    .map(({ action, return: number }) => (number === undefined ? action : `${action} ${number}`));
}

const countRows = async () =>
  (
    await testShop.context.database.pool.query(
      "select (select count(*) from invoice) as invoices, (select count(*) from outbox) as events, (select count(*) from parcel) as parcels, (select array_agg(status) from orders) as status",
    )
  ).rows[0] as unknown;

test("the command `orders actions` lists the commands that the current state of an order allows, and changes nothing", async () => {
  expect(await listPossible()).toEqual(["orders correct", "orders cancel"]);
  await payWith(testShop, provider.url, bought);
  await testShop.context.settle();
  const previous = await countRows();
  expect(await listPossible()).toEqual([
    "orders dispatch",
    "orders deliver --in-person",
    "orders correct",
    "orders cancel",
  ]);
  expect(await countRows()).toEqual(previous);
  await recordCancellationRequest(testShop.context, bought.customer.accountId, orderId, {
    reasons: ["Other"],
    comments: "",
  });
  expect(await listPossible()).toEqual(
    expect.arrayContaining(["orders cancel --approve", "orders cancel --decline"]),
  );
  await say("orders cancel --decline", { words: "It was packed this morning." });
  await say("orders dispatch", { courier: "Delhivery", number: "1234567890" });
  expect(await listPossible()).toEqual([
    "orders dispatch",
    "orders deliver",
    "orders deliver --in-person",
    "orders refund --lost",
    "orders replace --lost",
    "orders replace",
    "orders refund",
  ]);
  expect(await listPossible("packer")).toEqual(["orders dispatch"]);
  await say("orders deliver");
  expect(await listPossible()).toEqual(["orders replace", "orders refund", "returns --request"]);
});

test("the command `orders actions` lists the commands that can solve a problem with the payment", async () => {
  await payWith(testShop, provider.url, bought);
  await testShop.context.settle();
  expect(await listPossible()).not.toContain("payments --seen");
  const finding = { kind: "mismatch", reference: "pay_1", what: "another amount was paid" } as const;
  await testShop.context.transact((tx) => recordFinding(testShop.context, tx, { orderId }, finding));
  expect(await listPossible()).toContain("payments --seen");
  await say("payments", { seen: "on" });
  expect(await listPossible()).not.toContain("payments --seen");
});

test("the audit log of an order by phone begins with the command that took the order, even if somebody else took another order at the same moment", async () => {
  const run = async (osUser: string, name: string, options: Record<string, string>) => {
    const typed = { ...parseCommandName(name, options), args: {}, folder: "/", osUser };
    const sent = { ...typed, confirmed: true, role: "owner" } as const;
    const reply = await runCommand(testShop.context, commands, sent, () => {});
    if (reply.outcome !== "done") throw new Error(reply.outcome);
    return reply.result.data;
  };
  const people = ["asha", "ravi"];
  const taken = (await Promise.all(
    people.map((osUser) => run(osUser, "orders take", { ...phoneOrder, line: "acacia-bowl:1" })),
  )) as { orderId: string }[];
  const list = (order: string) => run("owner", "audit", { order });
  for (const [at, by] of people.entries())
    expect(await list(taken[at]?.orderId ?? ""), by).toEqual([
      expect.objectContaining({ command: "orders take", by, outcome: "done" }),
    ]);
  expect(await list(orderId)).toEqual([]);
});

test("the audit log can be limited to one person and one day in the shop's time zone", async () => {
  const run = async (osUser: string, name: string, options: Record<string, string> = {}) => {
    const typed = { ...parseCommandName(name, options), args: {}, folder: "/", osUser };
    const reply = await runCommand(testShop.context, commands, { ...typed, confirmed: true }, () => {});
    return reply.outcome === "done" ? reply.result.data : reply;
  };
  await run("asha", "orders list");
  await run("ravi", "orders list");
  const today = toIsoDay(testShop.context.now());
  const asha = expect.objectContaining({ command: "orders list", by: "asha" });
  expect(await run("owner", "audit", { by: "asha" })).toEqual([asha]);
  expect(await run("owner", "audit", { by: "asha", day: today })).toEqual([asha]);
  testShop.context.clock.advance(DAY);
  expect(await run("owner", "audit", { by: "asha", day: toIsoDay(testShop.context.now()) })).toEqual([]);
  expect(await run("owner", "audit", { day: "2026-01-01" })).toEqual([]);
});

test("the audit log can leave out commands that only read data", async () => {
  const run = async (name: string, options: Record<string, string> = {}) => {
    const typed = { ...parseCommandName(name, options), args: {}, folder: "/", osUser: "asha" };
    const reply = await runCommand(testShop.context, commands, { ...typed, confirmed: true }, () => {});
    return reply.outcome === "done" ? (reply.result.data as { command?: string }[]) : [];
  };
  for (const name of ["orders list", "returns", "brand", "taxes"]) await run(name);
  await run("brand", { name: "Taruva Wood" });
  await run("audit", { of: "operators" });
  const changes = await run("audit", { of: "changes" });
  expect(changes.map(({ command }) => command)).toEqual(["brand"]);
});

test("the audit log can be limited to commands by the first words of their names, or by a name and an option", async () => {
  const run = async (name: string, options: Record<string, string> = {}) => {
    const typed = { ...parseCommandName(name, options), args: {}, folder: "/", osUser: "asha" };
    const reply = await runCommand(testShop.context, commands, { ...typed, confirmed: true }, () => {});
    return reply.outcome === "done" ? (reply.result.data as { command?: string }[]) : [];
  };
  for (const name of ["orders list", "orders pack", "mail", "mail --kinds"]) await run(name);
  const list = async (command: string) =>
    (await run("audit", { command })).map((entry) => entry.command ?? "").toSorted();
  expect(await list("orders")).toEqual(["orders list", "orders pack"]);
  expect(await list("orders pack\nmail --kinds")).toEqual(["mail --kinds", "orders pack"]);
  expect(await list("mail")).toEqual(["mail", "mail --kinds"]);
});

test("a dry run that the database aborts because of a deadlock is repeated", async () => {
  let tries = 0;
  const rehearsed = rehearse(testShop.context, async ({ db }) => {
    if (++tries === 1) await db.execute(sql`do $$ begin raise deadlock_detected; end $$`);
    return tries;
  });
  expect(await rehearsed).toBe(2);
});

test("a command returns the change number that `undo` needs, and `orders actions` returns no number because it changes nothing", async () => {
  await payWith(testShop, provider.url, bought);
  await testShop.context.settle();
  const parcel = { courier: "Delhivery", number: "1234567890" };
  expect(await say("orders dispatch", parcel)).toMatchObject({ undo: [1] });
  expect(await say("orders actions")).not.toHaveProperty("undo");
  const list = async (name: string) => {
    const [noun = "", verb = ""] = name.split(" ");
    const typed = { noun, verb, args: {}, options: { order: orderId }, folder: "/", osUser: "owner" };
    const reply = await runCommand(
      testShop.context,
      commands,
      { ...typed, confirmed: true, role: "owner" },
      () => {},
    );
    return reply.outcome === "done" ? reply.result.data : reply;
  };
  expect(await list("undo")).toEqual([expect.objectContaining({ number: 1 })]);
  expect(await list("audit")).toEqual([
    expect.objectContaining({ command: "orders actions" }),
    expect.objectContaining({ command: "orders dispatch", by: "owner", outcome: "done" }),
  ]);
});

test("a preview at the desk is not recorded in the audit log", async () => {
  await payWith(testShop, provider.url, bought);
  await testShop.context.settle();
  const typed = {
    noun: "orders",
    verb: "cancel",
    args: { orderId },
    options: { reason: "…" },
    folder: "/",
    osUser: "owner",
    confirmed: false,
    dryRun: true,
    role: "owner" as const,
  };
  expect(await runCommand(testShop.context, commands, typed, () => {})).toMatchObject({ outcome: "done" });
  const { rows } = await testShop.context.database.pool.query("select command from operator_audit");
  expect(rows).toEqual([]);
});
