import { createHmac } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import {
  confirmPaymentReturn,
  openPaymentWindow,
  receiveRazorpayWebhook,
  receiveTestWebhook,
} from "#shop/payments/endpoints.ts";
import type { Message, RazorpayServer } from "../../support/razorpay-server.ts";
import type { RazorpayPayment } from "../../support/razorpay-entities.ts";
import type { Shop } from "../../support/shop.ts";
import type { Checkout } from "../chaos/checkout.ts";
import { type Figure, toNoneFigure } from "../scenario.ts";
import { type Hit, sendHit } from "./calls.ts";

export const send = (
  shop: Shop,
  { body, headers }: Message,
  path: string = receiveRazorpayWebhook.path,
): Promise<Hit> => sendHit(shop.url, { path, body, headers });

/** News that only looks like the provider's, and news of the provider about something else than the order. */
export async function forge(
  shop: Shop,
  razorpay: RazorpayServer,
  checkouts: readonly Checkout[],
): Promise<Figure[]> {
  const accepted: string[] = [];
  const proofs: string[] = [];
  let count = 0;
  for (const checkout of checkouts) {
    const orderId = await requestPaymentWindow(shop, checkout);
    const payment: RazorpayPayment = { ...razorpay.pay(orderId), id: `pay_forged${count}` };
    razorpay.payments.pop(); // no one has paid: the provider knows nothing of it
    const hits = await Promise.all(forgeMessages(razorpay, payment).map((message) => send(shop, message)));
    const atOther = await send(
      shop,
      razorpay.message("payment.captured", { payment }),
      receiveTestWebhook.path,
    );
    count += hits.length + 1;
    accepted.push(
      ...[...hits, atOther].filter(({ status }) => status < 400).map(({ status }) => `${status}`),
    );
    const proof = { paymentId: payment.id, signature: sign(`${orderId}|${payment.id}`, "guessed") };
    const body = { orderId: checkout.orderId, proof };
    const returned = await sendHit(shop.url, {
      path: confirmPaymentReturn.path,
      body,
      token: checkout.member.token,
    });
    if (/Completed/.test(returned.text)) proofs.push(returned.text);
    const other = { ...payment, amount: 100 };
    const foreign = { ...payment, currency: "USD" };
    for (const wrong of [other, foreign])
      await send(shop, razorpay.message("payment.captured", { payment: wrong }));
  }
  await sleep(2_000); // what was taken in is applied by then
  return [
    { what: "forged messages", value: count },
    toNoneFigure("forged messages accepted", accepted),
    toNoneFigure("forged proofs accepted", proofs),
  ];
}

function forgeMessages(razorpay: RazorpayServer, payment: RazorpayPayment): Message[] {
  const honest = razorpay.message("payment.captured", { payment });
  const signature = honest.headers["x-razorpay-signature"] ?? "";
  const signed = (value: string): Message => ({
    ...honest,
    headers: { ...honest.headers, "x-razorpay-signature": value },
  });
  const { "x-razorpay-signature": _, ...unsigned } = honest.headers;
  return [
    { ...honest, headers: unsigned },
    ...[
      "",
      "0",
      "null",
      signature.slice(0, -2),
      `${signature}00`,

      `sha256=${signature}`,
    ].map(signed),
    ...["", " ", "secret", "guessed", razorpay.account.keyId, razorpay.account.keySecret].map((secret) =>
      signed(sign(honest.body, secret)),
    ),
    { ...honest, body: honest.body.replace("captured", "captured ") },
    { ...honest, body: `${honest.body} ` },
    { ...honest, body: honest.body.replace(/"amount":\d+/, '"amount":1') },
  ];
}

const sign = (text: string, secret: string): string =>
  createHmac("sha256", secret === "" ? Buffer.alloc(0) : secret)
    .update(text)
    .digest("hex");

export const requestPaymentWindow = async (shop: Shop, { member, orderId }: Checkout): Promise<string> => {
  const answer = await sendHit(shop.url, {
    path: openPaymentWindow.path,
    body: { orderId },
    token: member.token,
  });
  return (JSON.parse(answer.text) as { providerOrderId: string }).providerOrderId;
};
