import { expect, test } from "vitest";
import { context, razorpay, setUpRazorpay } from "../../../tests/support/razorpay-shop.ts";
import { checkProvider } from "./check-payments.ts";

setUpRazorpay();

test("the Razorpay check calls Razorpay's API with the shop's keys, changes nothing and compares the clocks", async () => {
  expect(await checkProvider(context, () => {})).toEqual([]);
  expect(razorpay.orders).toEqual([]);
  razorpay.behave = (then) => (request, response) => {
    response.setHeader("date", new Date(Date.now() - 300_000).toUTCString());
    then(request, response);
  };
  expect(await checkProvider(context, () => {})).toMatchObject([
    { about: "clock", what: expect.stringMatching(/^Razorpay's clock is (299|30\d) seconds behind/) },
  ]);
});

test("the Razorpay check reports refused keys with a remedy, and a missing response", async () => {
  razorpay.behave = () => (_request, response) => {
    response.writeHead(401, { "content-type": "application/json" });
    response.end(JSON.stringify({ error: { description: "Authentication failed" } }));
  };
  expect(await checkProvider(context, () => {})).toMatchObject([
    {
      what: "customers cannot pay online: Razorpay refuses the keys of this shop (HTTP 401, Authentication failed)",
      remedy: expect.stringMatching(/^Compare RAZORPAY_KEY_ID/),
    },
  ]);
  razorpay.behave = () => (_request, response) => void response.destroy();
  expect(await checkProvider(context, () => {})).toMatchObject([
    { what: expect.stringContaining("gave no usable response") },
  ]);
});
