import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTracing } from "#platform/observe/start-tracing.ts";
import { isTracing } from "#platform/observe/tracing.ts";
import { signInCustomer } from "../../../tests/support/customer.ts";
import { testLog } from "../../../tests/support/database.ts";
import { stockProducts } from "../../../tests/support/products.ts";
import { shippingAddress } from "../../../tests/support/samples.ts";
import { openTestShop, type TestShop } from "../../../tests/support/test-shop.ts";

interface Received {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: { key: string; value: { stringValue?: string; intValue?: string } }[];
}

interface Export {
  resourceSpans: { resource: { attributes: unknown[] }; scopeSpans: { spans: Received[] }[] }[];
}

const TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
const PROXY_SPAN = "00f067aa0ba902b7";

let testShop: TestShop;
let collector: Server;
let posts: { url: string | undefined; headers: unknown; body: Export }[] = [];
const readSpans = () =>
  posts
    .flatMap(({ body }) => body.resourceSpans)
    .flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans));

beforeAll(async () => {
  testShop = await openTestShop();
  await stockProducts(testShop.context, [{ id: "bowl" }]);
  collector = createServer((request, response) => {
    let text = "";
    request.on("data", (chunk: Buffer) => (text += chunk.toString()));
    request.on("end", () => {
      posts.push({ url: request.url, headers: request.headers, body: JSON.parse(text) as Export });
      response.writeHead(200, { "content-type": "application/json" }).end("{}");
    });
  });
  collector.listen(0, "127.0.0.1");
  await once(collector, "listening");
});
afterAll(async () => {
  await testShop.close();
  collector.close();
});

const place = async (flags = "01") => {
  const customer = await signInCustomer(testShop.context);
  const endTracing = await startTracing(
    {
      tracing: {
        endpoint: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`,
        headers: { "x-key": "collector" },
        serviceName: "taruva",
        ratio: 1,
      },
    },
    testLog,
  );
  posts = [];
  const items = [{ productId: "bowl", quantity: 1 }];
  const answer = await testShop.api
    .as(customer)
    .post("/api/orders", { items, shippingAddress }, { traceparent: `00-${TRACE}-${PROXY_SPAN}-${flags}` });
  expect(answer.status).toBe(200);
  await testShop.context.settle();
  await endTracing();
  return customer;
};

test("an order is one trace from the proxy's header to each statement, and to what the outbox does of it", async () => {
  const { email, accountId } = await place();
  expect(posts[0]).toMatchObject({ url: "/v1/traces", headers: { "x-key": "collector" } });
  const spans = readSpans();
  const [server] = spans.filter(({ kind }) => kind === 2);
  expect(server).toMatchObject({ name: "POST /api/orders", traceId: TRACE, parentSpanId: PROXY_SPAN });
  expect(server?.attributes).toContainEqual({ key: "http.response.status_code", value: { intValue: "200" } });
  const own = spans.filter(({ traceId }) => traceId === TRACE);
  const statements = own.filter(({ name }) => name.startsWith("SQL"));
  const texts = statements.map(
    ({ attributes }) => attributes.find(({ key }) => key === "db.query.text")?.value.stringValue,
  );
  expect(texts).toEqual(
    expect.arrayContaining(["begin", "commit", expect.stringMatching(/^insert into orders /)]),
  );
  expect(statements.filter(({ parentSpanId }) => parentSpanId === server?.spanId).length).toBeGreaterThan(8);
  expect(own.every(({ startTimeUnixNano: from, endTimeUnixNano: to }) => BigInt(from) <= BigInt(to))).toBe(
    true,
  );
  expect(JSON.stringify(posts.map(({ body }) => body))).not.toMatch(new RegExp(`${email}|${accountId}|Asha`));
});

test("a trace that the proxy does not want to be reported is not", async () => {
  await place("00");
  expect(readSpans().filter(({ traceId }) => traceId === TRACE)).toEqual([]);
});

test("without a collector nothing is traced, and the code of it is not loaded", async () => {
  await startTracing({ tracing: null }, testLog);
  expect(isTracing()).toBe(false);
});
