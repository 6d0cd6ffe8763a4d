import { expect, test } from "vitest";
import { DAY } from "#contract/time.ts";
import type { Confirmed } from "#platform/operator/command.ts";
import type { SentCommand } from "#platform/operator/run-command.ts";
import { signInAgain } from "../../../tests/support/customer.ts";
import { hashTables } from "../../../tests/support/database.ts";
import {
  api,
  buy,
  buyPaid,
  context,
  readRows,
  setUpShop,
  testShop,
} from "../../../tests/support/test-shop.ts";
import { runLine } from "../../../tests/support/typed-line.ts";

setUpShop();

let bought: Awaited<ReturnType<typeof buy>>;

async function say(
  line: string,
  options: Record<string, string> = {},
  confirmed: Confirmed = false,
  dryRun: SentCommand["dryRun"] = false,
) {
  const reply = await runLine(context, line.replace(/(?= --|$)/, ` ${bought.order.orderId}`), options, {
    confirmed,
    dryRun,
  });
  await context.settle();
  return reply;
}

const hashEverything = () => hashTables(context.database.pool, ["operator_audit"]);

async function askToCancel() {
  const { customer, order } = bought;
  await api.as(customer).put(`/api/orders/${order.orderId}/cancel`, { reasons: [], comments: "" });
}
const send = () => say("orders dispatch", { courier: "Delhivery", number: "1" }, true);
const deliver = () => say("orders deliver", {}, true);
async function askToReturn() {
  context.clock.advance(DAY);
  const customer = await signInAgain(testShop, bought.customer);
  const body = { reasons: ["Other"], comments: "", pieces: [{ productId: "acacia-bowl", quantity: 1 }] };
  await api.as(customer).put(`/api/orders/${bought.order.orderId}/return`, body);
}

const NOTE = "The customer gets an e-mail with a credit note. You cannot undo this.";

/**
 * The steps of one order. A step is a function, or a command with its options and the texts that its confirmation
 * question must contain.
 */
type Steps = ((() => Promise<unknown>) | [line: string, options: Record<string, string>, asks: string[]])[];

const orders: Record<string, Steps> = {
  "a delivered order whose return is refused": [
    askToCancel,
    ["orders cancel --decline", { words: "It is packed." }, ["e-mail the customer why"]],
    ["orders dispatch", { courier: "Delhivery", number: "1" }, ["an e-mail and can no longer cancel"]],
    [
      "orders refund",
      { amount: "100", reason: "x" },
      ["₹100.00 of ₹5,798.64", "The stock does not change", NOTE],
    ],
    ["orders deliver", {}, ["This cannot be undone", "The customer gets an e-mail"]],
    askToReturn,
    ["returns --refuse", { words: "It is the grain." }, ["e-mail the customer why", "cannot be undone"]],
  ],
  "an order whose pieces are returned": [
    send,
    [
      "orders refund",
      { line: "acacia-bowl:1", restock: "on", reason: "x" },
      ["₹2,899.32 of ₹5,798.64", "put back in stock", NOTE],
    ],
    deliver,
    askToReturn,
    ["returns --accept", {}, ["e-mail the customer to send the pieces back", "cannot be undone"]],
    ["returns --received", {}, ["e-mail the customer about it", "No money is refunded yet"]],
    ["returns --refund", { restock: "on" }, ["₹2,899.32", "put back in stock", NOTE]],
  ],
  "an order that is cancelled in two steps": [
    ["orders cancel", { reason: "x", line: "acacia-bowl:1" }, ["₹2,899.32 of ₹5,798.64", NOTE]],
    ["orders cancel", { reason: "x" }, ["₹2,899.32 is refunded", "put back in stock", "an e-mail"]],
  ],
  "an order that is partly sent": [
    () => say("orders dispatch", { courier: "Delhivery", number: "1", line: "acacia-bowl:1" }, true),
    [
      "orders cancel",
      { reason: "x", line: "acacia-bowl:1" },
      ["₹2,899.32 of ₹5,798.64", "Pieces that you have already sent are not affected.", NOTE],
    ],
  ],
  "an order that the customer asked to cancel": [
    askToCancel,
    ["orders cancel --approve", {}, ["₹5,798.64 is refunded", "put back in stock", "an e-mail"]],
  ],
  "an order that the customer collects": [
    [
      "orders deliver",
      { "in-person": "on" },
      ["as handed over? This cannot be undone", "The customer gets an e-mail"],
    ],
  ],
};

const setContact = (contact: unknown) =>
  context.database.pool.query("update orders set contact = $1", [JSON.stringify(contact)]);

test.each(Object.entries(orders))(
  "commands on %s ask for a confirmation that states their effect, and change nothing before the answer",
  async (_, steps) => {
    bought = await buyPaid("acacia-bowl", { quantity: 2 });
    const [{ contact } = {}] = await readRows("orders");
    for (const step of steps) {
      if (typeof step === "function") {
        await step();
        await context.settle();
        continue;
      }
      const [line, options, asks] = step;
      const earlier = await hashEverything();
      const reply = await say(line, options);
      if (reply.outcome !== "confirm") expect.fail(JSON.stringify(reply));
      for (const each of asks) expect(JSON.stringify(reply)).toContain(each);
      // The desk shows the question below the fields of its form.
      expect(await say(line, options, false, "question"), line).toEqual(reply);
      expect(await hashEverything(), line).toEqual(earlier);

      await setContact({ ...(contact as object), email: "" });
      const withoutMail = JSON.stringify(await say(line, options));
      expect(withoutMail).toContain("The customer has no e-mail address, so tell them yourself.");
      expect(withoutMail.replaceAll(/no e-mail address|without an e-mail address/g, "")).not.toContain(
        "mail",
      );
      await setContact(contact);
      expect(await say(line, options, reply.question), line).toMatchObject({ outcome: "done" });
    }
  },
);

test("a command that cannot change the order now is refused without asking for confirmation", async () => {
  bought = await buyPaid("acacia-bowl", { quantity: 2 });
  expect(await runLine(context, "orders deliver TRV-NONE00", {}, { confirmed: false })).toMatchObject({
    outcome: "refused",
    message: expect.stringContaining("There is no order TRV-NONE00") as string,
  });
  for (const [line, options] of [
    ["orders refund", { amount: "1", reason: "x" }],
    ["orders cancel --approve", {}],
    ["orders cancel", { line: "acacia-bowl:3", reason: "x" }],
    ["orders cancel --decline", { words: "x" }],
    ["orders deliver", {}],
    ["returns --accept", {}],
    ["returns --refuse", { words: "x" }],
    ["returns --received", {}],
  ] as const)
    expect(await say(line, options), line).toMatchObject({ outcome: "refused" });
});
