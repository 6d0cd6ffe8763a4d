import { expect, test } from "vitest";
import { signInCustomer } from "../tests/support/customer.ts";
import { shippingAddress } from "../tests/support/samples.ts";
import { payWith, type PlacedOrder, provider, setUpShop, testShop } from "../tests/support/test-shop.ts";
import { commands } from "./commands.ts";
import { runCommand } from "#platform/operator/run-command.ts";

setUpShop();

test("what a command shows of customers is not recorded; why one was refused is", async () => {
  const { context, api } = testShop;
  const customer = await signInCustomer(context);
  const { body } = await api.as(customer).post("/api/orders", {
    items: [{ productId: "acacia-bowl", quantity: 1 }],
    shippingAddress,
    contact: { firstName: "Ashalata", lastName: "Deshpande", email: customer.email },
    notes: "Ring twice.",
  });
  const order = body["order"] as PlacedOrder;
  await payWith(testShop, provider.url, { customer, order });
  await context.settle();
  const say = async (noun: string, verb: string, more: object) => {
    const typed = { noun, verb, args: {}, options: {}, folder: "/", osUser: "owner", confirmed: true };
    return JSON.stringify(await runCommand(context, commands, { ...typed, ...more }, () => {}));
  };
  const { orderId } = order;
  expect(await say("orders", "pack", {})).toMatch(/Ashalata Deshpande.*Ring twice/);
  const mail = { args: { kind: "order-paid" }, options: { order: orderId } };
  expect(await say("mail", "preview", mail)).toMatch(/Ashalata.*https?:/);
  expect(await say("orders", "show", { args: { orderId: "TRV-NONE" } })).toContain("refused");

  const { rows } = await context.database.pool.query("select * from operator_audit order by command");
  expect(rows).toMatchObject([
    { command: "mail preview", outcome: "done", arguments: { kind: "order-paid", order: orderId } },
    { command: "orders pack", outcome: "done" },
    { command: "orders show", outcome: "refused", words: expect.stringContaining("TRV-NONE") },
  ]);
  expect(JSON.stringify(rows)).not.toMatch(/Ashalata|Deshpande|Ring twice|https?:/);
});
