import { startPostgres } from "../support/postgres.ts";
import { expect, prepareShop, test } from "../support/journey-shop.ts";
import { createRegularCustomer } from "../support/visitors.ts";

test(
  "the shop waits for PostgreSQL at startup, and answers 503 except for cached pages while it is unavailable (T27)",
  { tag: ["@long", "@one-process", "@server"] },
  async () => {
    const postgres = await startPostgres();
    if ("reason" in postgres) throw new Error(postgres.reason);
    const { shop, close } = await prepareShop("server", {}, { databaseUrl: postgres.url });
    try {
      await test.step("the shop opens as soon as its database responds", async () => {
        await postgres.crash();
        const opening = shop.open();
        await expect.poll(() => shop.log()).toContain("Waiting for it");
        expect(shop.log()).toContain("is not responding yet (connect ECONNREFUSED");
        await postgres.recover();
        await opening;
      });
      const { user, accessToken, email, password } = await createRegularCustomer(shop.url, "away");
      const headers = { authorization: `Bearer ${accessToken}`, "content-type": "application/json" };
      const orders = () => fetch(`${shop.url}/api/orders/user/${user._id}`, { headers });
      const logIn = () =>
        fetch(`${shop.url}/api/auth/login`, {
          method: "POST",
          headers,
          body: JSON.stringify({ email, password }),
        });
      const page = () => fetch(`${shop.url}/`);
      expect([(await orders()).status, (await logIn()).status, (await page()).status]).toEqual([
        200, 200, 200,
      ]);

      await test.step("without the database, API calls get 503, and cached pages and /healthz still work", async () => {
        await postgres.crash();
        for (let round = 0; round < 3; round++) {
          for (const ask of [orders, logIn, () => fetch(`${shop.url}/readyz`)]) {
            const { status, headers } = await ask();
            expect([status, Number(headers.get("retry-after"))]).toEqual([503, expect.any(Number)]);
            expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
          }
          expect((await page()).status).toBe(200);
          expect((await fetch(`${shop.url}/healthz`)).status).toBe(200);
        }
      });

      await test.step("the first API call after the database is back succeeds", async () => {
        await postgres.recover();
        expect([(await orders()).status, (await logIn()).status]).toEqual([200, 200]);
      });

      await test.step("a database restart under traffic causes no error other than 503", async () => {
        const seen = new Set<string>();
        const back = new AbortController();
        const traffic = async () => {
          while (!back.signal.aborted) {
            const { status, headers } = await orders();
            seen.add(status === 503 ? `503, again in ${headers.get("retry-after")}` : String(status));
          }
        };
        const customers = Array.from({ length: 8 }, traffic);
        await postgres.restart();
        back.abort();
        await Promise.all(customers);
        expect((await orders()).status).toBe(200);
        expect([...seen].filter((each) => !/^(200|503, again in \d+)$/.test(each))).toEqual([]);
      });
    } finally {
      await close();
      await postgres.stop();
    }
  },
);
