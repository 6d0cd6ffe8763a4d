import { expect, test } from "vitest";
import { openPlainApp } from "../../../../tests/support/plain-app.ts";
import { razorpay, setUpRazorpay, testShop } from "../../../../tests/support/razorpay-shop.ts";
import { serveOrderPayment } from "./serve-payment.ts";
import { take } from "./take-command.ts";

setUpRazorpay();

test("T41: at Razorpay it is its own page that takes the money: nothing of the customer goes along, and the way back is the link", async () => {
  const { app } = await openPlainApp(testShop.context, serveOrderPayment);
  const options = {
    email: "asha.secret@example.com",
    name: "Asha Secretname",
    phone: "9876543210",
    street: "14 Lake View Road",
    city: "Pune",
    state: "Maharashtra",
    line: "acacia-bowl:1",
  };
  const { data } = await take.run(testShop.context, { args: {}, options, folder: "/", confirmed: true });
  const { orderId, paymentLink } = data as Record<"orderId" | "paymentLink", string>;
  const link = new URL(paymentLink).pathname.replace("/pay-order/", "");
  const { body, headers } = await app.inject({
    method: "POST",
    url: "/pay-order",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    payload: new URLSearchParams({ link }).toString(),
  });
  const { apiUrl, keyId } = razorpay.account;
  expect(body).toContain(`method="post" action="${apiUrl}/v1/checkout/embedded">`);
  const inputs = [...body.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)">/g)];
  const sent = Object.fromEntries(inputs.map(([, name, value]) => [name, value]));
  expect(sent).toEqual({
    key_id: keyId,
    order_id: razorpay.orders.at(-1)?.id,
    amount: "284982",
    currency: "INR",
    name: expect.any(String),
    description: `Order ${orderId}`,
    callback_url: paymentLink,
    cancel_url: paymentLink,
  });
  expect(headers["content-security-policy"]).toContain(`; form-action ${apiUrl}; `);
  for (const secret of Object.values(options).slice(0, 4)) expect(body, secret).not.toContain(secret);
  await app.close();
});
