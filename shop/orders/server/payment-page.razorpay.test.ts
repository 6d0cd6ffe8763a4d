import { expect, onTestFinished, test } from "vitest";
import { askPlainApp, openPlainApp } from "../../../tests/support/api.ts";
import { phoneOrderSecrets, takePhoneOrder } from "../../../tests/support/bought-order.ts";
import { razorpay, setUpRazorpay, testShop } from "../../../tests/support/razorpay-shop.ts";
import { serveOrderPayment } from "./payment-page.ts";

setUpRazorpay();

async function openAndPay() {
  const { app } = await openPlainApp(testShop.context, serveOrderPayment);
  onTestFinished(() => app.close());
  const { orderId, href } = await takePhoneOrder(testShop.context, { line: "acacia-bowl:1" });
  return { orderId, ...(await askPlainApp(app, href, { pay: "yes" })) };
}

test("the pay link opens Razorpay's page, and Razorpay gets neither customer data nor the link (T41)", async () => {
  const { orderId, html, headers } = await openAndPay();
  const { apiUrl, keyId } = razorpay.account;
  expect(html).toContain(`method="post" action="${apiUrl}/v1/checkout/embedded">`);
  const inputs = [...html.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)" \/>/g)].filter(
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
  for (const secret of phoneOrderSecrets) expect(html, secret).not.toContain(secret);
});

test("a payment that Razorpay permanently refuses is reported on the page of the pay link without a retry", async () => {
  razorpay.behave = () => (_request, response) => void response.writeHead(401).end();
  const { status, html } = await openAndPay();
  expect(status).toBe(409);
  const [, alertText] = /role="alert">([^<]*)/.exec(html) ?? [];
  expect(alertText).toMatch(
    /nothing was charged. Your order is kept until .*Please write to .* or call .*another way to pay/,
  );
  expect(html).not.toContain("try again");
});
