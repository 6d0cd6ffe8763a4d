import { readTestKeys } from "../../shop/payments/server/test-provider/keys.ts";
import type { Customer } from "./customer.ts";
import type { TestContext } from "./database.ts";
import type { PlacedOrder, TestShop } from "./test-shop.ts";

/** Empties every table but the test provider's keys, which it knows by heart from its first call on. */
export async function saveTestKeys(context: TestContext): Promise<void> {
  const { apiKey, webhookSecret } = await readTestKeys(context);
  await context.wipe();
  await context.database.pool.query("insert into test_payment_key values ('shop', $1, $2, now())", [
    apiKey,
    webhookSecret,
  ]);
}

/** Pays an order by card in the test provider's window and lets all news arrive. */
export async function payWith(
  { api, context }: TestShop,
  providerUrl: string,
  { customer, order }: { customer: Customer; order: PlacedOrder },
  number = "4111 1111 1111 1111",
): Promise<void> {
  const answer = await api.as(customer).post("/api/payments/window", { orderId: order.orderId });
  const paid = await fetch(`${providerUrl}${String(answer.body["window"])}/card`, {
    method: "POST",
    body: new URLSearchParams({ number, expiry: "12/30", cvv: "123", name: "Asha Patel" }),
  });
  if (!paid.ok) throw new Error(`The window answered ${paid.status}.`);
  await context.settle();
}
