import { expect, test } from "vitest";
import { openPlainApp } from "../../../tests/support/api.ts";
import { phoneOrderSecrets, takePhoneOrder } from "../../../tests/support/bought-order.ts";
import { razorpay, setUpRazorpay, testShop } from "../../../tests/support/razorpay-shop.ts";
import { serveOrderPayment } from "./payment-page.ts";

setUpRazorpay();

test("T41: the pay link opens Razorpay's page without customer data and without the link itself", async () => {
  const { app } = await openPlainApp(testShop.context, serveOrderPayment);
  const { orderId, link } = await takePhoneOrder(testShop.context, { line: "acacia-bowl:1" });
  const { body, headers } = await app.inject({
    method: "POST",
    url: "/pay-order",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    payload: new URLSearchParams({ link, pay: "yes" }).toString(),
  });
  const { apiUrl, keyId } = razorpay.account;
  expect(body).toContain(`method="post" action="${apiUrl}/v1/checkout/embedded">`);
  const inputs = [...body.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)" \/>/g)].filter(
    ([, name]) => name !== "link",
  );
  const sent = Object.fromEntries(inputs.map(([, name, value]) => [name, value]));
  const back = new URL("/pay-order", testShop.context.config.publicUrl).href;
  expect(sent).toEqual({
    key_id: keyId,
    order_id: razorpay.orders.at(-1)?.id,
    amount: "284982",
    currency: "INR",
    name: expect.any(String),
    description: `Order ${orderId}`,
    callback_url: back,
    cancel_url: back,
  });
  expect(headers["content-security-policy"]).toContain(`; form-action 'self' ${apiUrl}; `);
  for (const secret of phoneOrderSecrets) expect(body, secret).not.toContain(secret);
  await app.close();
});

test("a payment that Razorpay permanently refuses is reported on the page of the pay link without a retry", async () => {
  const { app } = await openPlainApp(testShop.context, serveOrderPayment);
  const { link } = await takePhoneOrder(testShop.context, { line: "acacia-bowl:1" });
  razorpay.behave = () => (_request, response) => void response.writeHead(401).end();
  const { statusCode, body } = await app.inject({
    method: "POST",
    url: "/pay-order",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    payload: new URLSearchParams({ link, pay: "yes" }).toString(),
  });
  expect(statusCode).toBe(409);
  const [, alertText] = /role="alert">([^<]*)/.exec(body) ?? [];
  expect(alertText).toMatch(
    /nothing was charged. Your order is kept until .*Please write to .* or call .*another way to pay/,
  );
  expect(body).not.toContain("try again");
  await app.close();
});
