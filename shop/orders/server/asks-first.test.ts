import { beforeEach, expect, test } from "vitest";
import { DAY } from "#contract/time.ts";
import { runCommand } from "#platform/operator/run-command.ts";
import { commands } from "../../../server/commands.ts";
import { signInAgain } from "../../../tests/support/customer.ts";
import { hashRows } from "../../../tests/support/database.ts";
import {
  api,
  buy,
  context,
  payWith,
  provider,
  setUpShop,
  testShop,
} from "../../../tests/support/test-shop.ts";

setUpShop();

let bought: Awaited<ReturnType<typeof buy>>;
beforeEach(async () => {
  bought = await buy(testShop, "acacia-bowl", { quantity: 2 });
  await payWith(testShop, provider.url, bought);
  await context.settle();
});

/** Runs a command line and returns its output. */
async function type(line: string, options: Record<string, string> = {}, confirmed = false) {
  const [noun = "", verb = "", ...values] = line.split(" ");
  const command = commands.find((each) => each.noun === noun && each.verb === verb);
  const allValues = [bought.order.orderId, ...values];
  const args = Object.fromEntries(
    (command?.args ?? []).flatMap(({ name }, at) =>
      allValues[at] === undefined ? [] : [[name, allValues[at]]],
    ),
  );
  const typed = { noun, verb, args, options, folder: "/", osUser: "owner", confirmed, dryRun: false };
  const reply = await runCommand(context, commands, typed, () => {});
  await context.settle();
  return reply;
}

async function hashEverything(): Promise<string> {
  const { rows } = await context.database.pool.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'operator_audit' order by 1",
  );
  return hashRows(context, ...rows.map(({ name }) => name));
}

async function askToCancel() {
  const { customer, order } = bought;
  await api.as(customer).put(`/api/orders/${order.orderId}/cancel`, { reasons: [], comments: "" });
}

const sent = async () => void (await type("orders dispatch", { courier: "Delhivery", number: "1" }, true));
const delivered = async () => {
  await sent();
  await type("orders deliver", {}, true);
};
async function returned() {
  await delivered();
  context.clock.advance(DAY);
  const customer = await signInAgain(testShop, bought.customer);
  const body = { reasons: ["Other"], comments: "", pieces: [{ productId: "acacia-bowl", quantity: 1 }] };
  await api.as(customer).put(`/api/orders/${bought.order.orderId}/return`, body);
}
const accepted = async () => {
  await returned();
  await type("returns accept", {}, true);
};
async function received() {
  await accepted();
  await type("returns received", {}, true);
}

const NOTE = "The customer gets an e-mail with a credit note. You cannot undo this.";

type Question = [
  line: string,
  options: Record<string, string>,
  prepare: () => Promise<unknown>,
  asks: string[],
];

const questions: Question[] = [
  [
    "orders cancel",
    { reason: "x" },
    async () => {},
    ["₹5798.64 is refunded", "put back in stock", "an e-mail"],
  ],
  ["orders cancel", { reason: "x", line: "acacia-bowl:1" }, async () => {}, ["₹2899.32 of ₹5798.64", NOTE]],
  ["cancellations approve", {}, askToCancel, ["₹5798.64 is refunded", "put back in stock", "an e-mail"]],
  ["cancellations decline", { words: "It is packed." }, askToCancel, ["e-mail the customer why"]],
  [
    "orders dispatch",
    { courier: "Delhivery", number: "1" },
    async () => {},
    ["an e-mail and can no longer cancel"],
  ],
  ["orders deliver", {}, sent, ["This cannot be undone", "The customer gets an e-mail"]],
  [
    "orders deliver",
    { "in-person": "on" },
    async () => {},
    ["as handed over? This cannot be undone", "The customer gets an e-mail"],
  ],
  [
    "orders refund",
    { amount: "100", reason: "x" },
    sent,
    ["₹100.00 of ₹5798.64", "The stock does not change", NOTE],
  ],
  [
    "orders refund",
    { line: "acacia-bowl:1", restock: "on", reason: "x" },
    sent,
    ["₹2899.32 of ₹5798.64", "put back in stock", NOTE],
  ],
  ["returns accept", {}, returned, ["e-mail the customer to send the pieces back", "cannot be undone"]],
  ["returns received", {}, accepted, ["e-mail the customer about it", "No money is refunded yet"]],
  [
    "returns refuse",
    { words: "It is the grain." },
    returned,
    ["e-mail the customer why", "cannot be undone"],
  ],
  ["returns refund", { restock: "on" }, received, ["₹2899.32 of ₹5798.64", "put back in stock", NOTE]],
];

test.each(questions)(
  "the command %s %j asks for confirmation with its exact effect and changes nothing before",
  async (line, options, prepare, asks) => {
    await prepare();
    await context.settle();
    const earlier = await hashEverything();
    const reply = await type(line, options);
    expect(reply.outcome, JSON.stringify(reply)).toBe("confirm");
    for (const each of asks) expect(JSON.stringify(reply)).toContain(each);
    expect(await hashEverything()).toBe(earlier);

    await context.database.pool.query(`update orders set contact = jsonb_set(contact, '{email}', '""')`);
    const withoutMail = JSON.stringify(await type(line, options));
    expect(withoutMail).toContain("The customer has no e-mail address, so tell them yourself.");
    expect(withoutMail.replaceAll(/no e-mail address|without an e-mail address/g, "")).not.toContain("mail");
    expect(await type(line, options, true)).toMatchObject({ outcome: "done" });
  },
);

test("an impossible change is refused before the confirmation", async () => {
  expect(await type("orders deliver", {}, true)).toMatchObject({ outcome: "refused" });
  expect(await type("orders refund", { amount: "1", reason: "x" })).toMatchObject({ outcome: "refused" });
  expect(await type("cancellations approve")).toMatchObject({ outcome: "refused" });
  expect(await type("orders cancel", { line: "acacia-bowl:3", reason: "x" })).toMatchObject({
    outcome: "refused",
  });
});
