import { request } from "node:http";
import { text } from "node:stream/consumers";
import { registrationForm } from "../support/samples.ts";
import { expect, prepareShop, test } from "../support/journey-shop.ts";
import { createRegularCustomer, type RegularCustomer } from "../support/visitors.ts";
import { readResident } from "../load/bench/processes.ts";

const ORDERS = 12;

/** Maximum memory in MB right after a start with existing data. An idle shop uses less (`npm run bench -- memory`). */
const MAX_MEMORY = { embedded: 420, server: 190 };

const shippingAddress = { ...registrationForm.address, phoneNumber: registrationForm.phoneNumber };

test(
  "on SIGTERM the shop finishes orders in progress, reports 503 on /readyz, and uses little memory after a restart",
  { tag: ["@long", "@one-process", "@embedded"] },
  async ({ engine }) => {
    const { shop, close } = await prepareShop(engine === "embedded" ? engine : "server", {
      // Four requests follow the signal. They usually take less than a second, but longer on a busy machine.
      DRAIN_SECONDS: "10",
    });
    try {
      await shop.open();
      const customer = await createRegularCustomer(shop.url, "shutdown");
      const order = () =>
        fetch(`${shop.url}/api/orders`, {
          method: "POST",
          headers: { "content-type": "application/json", authorization: `Bearer ${customer.accessToken}` },
          body: JSON.stringify({
            items: [{ productId: "acacia-everyday-bowl", quantity: 1 }],
            shippingAddress,
          }),
        });
      const previousOrders = (await fetchOrders(shop.url, customer)).length;
      const inFlight = Promise.all(Array.from({ length: ORDERS }, order));
      const ended = shop.end("SIGTERM");

      await expect.poll(() => fetchOnNewConnection(`${shop.url}/readyz`)).toMatchObject({ status: 503 });
      expect(await fetchOnNewConnection(`${shop.url}/readyz`)).toEqual({
        status: 503,
        retryAfter: "5",
        connection: "close",
        body: '{"status":"leaving"}',
      });
      expect(await fetchOnNewConnection(`${shop.url}/healthz`)).toMatchObject({ status: 200 });
      expect(await fetchOnNewConnection(`${shop.url}/`)).toMatchObject({ status: 200, connection: "close" });

      const statuses = (await inFlight).map(({ status }) => status);
      expect(await ended).toBe(0);
      const placed = statuses.filter((status) => status === 200).length;
      expect(placed).toBeGreaterThan(0);
      await shop.open();
      expect((await fetchOrders(shop.url, customer)).length - previousOrders).toBe(placed);
      expect(readResident(shop.pid()).rss).toBeLessThan(
        MAX_MEMORY[engine === "embedded" ? engine : "server"],
      );
    } finally {
      await close();
    }
  },
);

async function fetchOrders(shopUrl: string, { user, accessToken }: RegularCustomer): Promise<unknown[]> {
  const answer = await fetch(`${shopUrl}/api/orders/user/${user._id}`, {
    headers: { authorization: `Bearer ${accessToken}` },
  });
  return ((await answer.json()) as { orders: unknown[] }).orders;
}

function fetchOnNewConnection(url: string) {
  return new Promise<Record<string, unknown>>((resolve, reject) => {
    const asking = request(url, { agent: false, headers: { connection: "keep-alive" } }, (answer) => {
      const { statusCode: status, headers } = answer;
      text(answer).then((body) => {
        resolve({ status, body, retryAfter: headers["retry-after"], connection: headers.connection });
      }, reject);
    });
    asking.once("error", reject).end();
  });
}
