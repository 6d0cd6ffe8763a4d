import type { Config } from "#platform/config/config.ts";
import type { Subscriber } from "#platform/outbox/subscriber.ts";
import { onPaymentCaptured, onPaymentFailed } from "../../shop/orders/server/payment-events.ts";
import { onPaymentExpired } from "../../shop/checkout/server/expired-holds.ts";
import { onRefundProcessed } from "../../shop/orders/server/refunds.ts";
import { checkoutRoutes } from "../../shop/checkout/server/routes.ts";
import { invoiceRoutes } from "../../shop/invoices/server/routes.ts";
import { orderRoutes } from "../../shop/orders/server/routes.ts";
import { returnRoutes } from "../../shop/returns/server/routes.ts";
import { onRefundRequested } from "../../shop/payments/server/refunds.ts";
import { onWebhookStored } from "../../shop/payments/server/payment-events.ts";
import { paymentRoutes } from "../../shop/payments/server/routes.ts";
import { onTestNewsDue, onTestRefundNewsDue } from "../../shop/payments/server/test-provider/news.ts";
import { insertSession } from "../../shop/accounts/server/sessions.ts";
import { type Api, openApi } from "./api.ts";
import { type Customer, signInCustomer } from "./customer.ts";
import { createTestContext, type TestContext } from "./database.ts";
import { shippingAddress } from "./samples.ts";

/** The part of the shop that sells: orders and payments over a database, without the catalogue's own files. */
export interface TestShop {
  context: TestContext;
  api: Api;
  close(): Promise<void>;
}

export async function openTestShop(
  more: readonly Subscriber[] = [],
  config: Partial<Config> = {},
): Promise<TestShop> {
  const own = [
    onPaymentCaptured,
    onPaymentFailed,
    onPaymentExpired,
    onRefundRequested,
    onRefundProcessed,
    onWebhookStored,
    onTestNewsDue,
    onTestRefundNewsDue,
  ];
  const context = await createTestContext({ subscribers: [...own, ...more], config });
  const api = await openApi(context, [
    ...checkoutRoutes,
    ...orderRoutes,
    ...invoiceRoutes,
    ...returnRoutes,
    ...paymentRoutes,
  ]);
  return {
    context,
    api,
    async close() {
      await api.close();
      await context.close();
    },
  };
}

export interface PlacedOrder {
  _id: string;
  orderId: string;
}

/** Orders one piece (or more) of a product as the checkout does. */
export async function buy(
  { api, context }: TestShop,
  productId: string,
  { quantity = 1, by, gift }: { quantity?: number; by?: Customer; gift?: { message: string } } = {},
) {
  const customer = by ?? (await signInCustomer(context));
  const answer = await api
    .as(customer)
    .post("/api/orders", { items: [{ productId, quantity }], shippingAddress, ...(gift && { gift }) });
  if (answer.status !== 200) throw new Error(`HTTP ${answer.status}: ${answer.body.message}`);
  return { customer, order: answer.body["order"] as PlacedOrder };
}

/** The same customer some time later: access tokens last a quarter of an hour. */
export async function signInAgain({ context }: TestShop, customer: Customer): Promise<Customer> {
  const tokens = await context.transact((tx) =>
    insertSession(tx, context, customer.accountId, { bound: false }),
  );
  return { ...customer, accessToken: tokens.accessToken, refreshToken: tokens.refreshToken };
}
