import { createServer, type RequestListener, type Server } from "node:http";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { MINUTE } from "#contract/time.ts";
import { findOwnOrder } from "#shop/orders/server/index.ts";
import { expectConsistentLedger, readStock } from "../../../tests/support/ledger.ts";
import { payWith } from "../../../tests/support/paying.ts";
import { provider, setUpPayingShop, testShop } from "../../../tests/support/paying-shop.ts";
import { buy } from "../../../tests/support/test-shop.ts";
import { openPayments } from "./index.ts";
import { closePayment } from "./payment-events.ts";
import { watchPayments } from "./watch-payments.ts";

let foreignServer: Server;
let behave: RequestListener = () => {};
let calls: string[] = [];

setUpPayingShop();
beforeAll(async () => {
  foreignServer = createServer((request, response) => {
    calls.push(request.url ?? "");
    behave(request, response);
  });
  await new Promise<void>((resolve) => foreignServer.listen(0, "127.0.0.1", resolve));
});
afterAll(async () => {
  foreignServer.closeAllConnections();
  await new Promise((resolve) => foreignServer.close(resolve));
});

beforeEach(() => {
  calls = [];
});

const getPort = (server: Server) => {
  const address = server.address();
  return typeof address === "object" && address ? address.port : 0;
};
const setForeignAnswer = (how: RequestListener) => {
  behave = how;
  openPayments(testShop.context, { port: getPort(foreignServer) });
};
const recover = () => openPayments(testShop.context, { port: Number(new URL(provider.url).port) });

const createJsonAnswer = (
  body: unknown,
  status = 200,
  headers: Record<string, string> = {},
): RequestListener => {
  return (_request, response) =>
    void response
      .writeHead(status, { "content-type": "application/json", ...headers })
      .end(typeof body === "string" ? body : JSON.stringify(body));
};

test("a provider that hangs: the order is answered at once, its window within 9 seconds, and all ends well (T28)", async () => {
  setForeignAnswer(() => {});
  const began = performance.now();
  const bought = await buy(testShop, "acacia-bowl");
  expect(performance.now() - began).toBeLessThan(5_000);
  const requested = performance.now();
  const answer = await testShop.api
    .as(bought.customer)
    .post("/api/payments/window", { orderId: bought.order.orderId });
  expect(answer).toMatchObject({ status: 503, body: { code: "unavailable" } });
  expect(performance.now() - requested).toBeLessThan(9_000);
  recover();
  await payWith(testShop, provider.url, bought);
  const order = await findOwnOrder(testShop.context, bought.customer.accountId, bought.order.orderId);
  expect(order).toMatchObject({ orderStatus: "Processing", paymentStatus: "Completed" });
  await expectConsistentLedger(testShop.context);
});

test.each<[string, RequestListener]>([
  ["redirects", createJsonAnswer("", 302, { location: "/elsewhere" })],
  ["fails", createJsonAnswer({ error: "down" }, 500)],
  ["answers no JSON", createJsonAnswer("<html>")],
  ["answers something else", createJsonAnswer({ sessionId: 7 })],
  ["hangs up", (request) => request.socket.destroy()],
])("a provider that %s is distinguished from one that answers, and never followed (T28)", async (_, how) => {
  setForeignAnswer(how);
  const bought = await buy(testShop, "acacia-bowl");
  const ask = (path: string) =>
    testShop.api.as(bought.customer).post(`/api/payments/${path}`, { orderId: bought.order.orderId });
  expect((await ask("window")).status).toBe(503);
  expect(calls).toEqual(["/pay/api/sessions"]);
  recover();
  await ask("window");
  setForeignAnswer(how);
  expect((await ask("return")).status).toBe(503);
  expect(await closePayment(testShop.context, bought.order.orderId)).toBe("unavailable");
  expect(calls).not.toContain("/elsewhere");
  testShop.context.clock.advance(61 * MINUTE);
  await watchPayments(testShop.context);
  await testShop.context.settle();
  expect(await readStock(testShop.context, "acacia-bowl")).toEqual({ onHand: 3, reserved: 1 });
  recover();
  testShop.context.clock.advance(MINUTE);
  await watchPayments(testShop.context);
  await testShop.context.settle();
  expect(await readStock(testShop.context, "acacia-bowl")).toEqual({ onHand: 3, reserved: 0 });
  await expectConsistentLedger(testShop.context);
});

test("a provider that lies about another session's money moves no one's order (T28)", async () => {
  const [mine, yours] = [await buy(testShop, "acacia-bowl"), await buy(testShop, "acacia-bowl")];
  recover();
  for (const { customer, order } of [mine, yours])
    await testShop.api.as(customer).post("/api/payments/window", { orderId: order.orderId });
  const { rows } = await testShop.context.database.pool.query<{ session_id: string }>(
    "select session_id from payment where order_id = $1",
    [yours.order.orderId],
  );
  setForeignAnswer(
    createJsonAnswer({
      sessionId: rows[0]?.session_id,
      fact: "captured",
      amountPaise: 284_982,
      currency: "INR",
    }),
  );
  const answer = await testShop.api
    .as(mine.customer)
    .post("/api/payments/return", { orderId: mine.order.orderId });
  expect(answer).toMatchObject({ status: 503 });
  await testShop.context.settle();
  for (const { customer, order } of [mine, yours]) {
    expect(await findOwnOrder(testShop.context, customer.accountId, order.orderId)).toMatchObject({
      paymentStatus: "Pending",
    });
  }
});
