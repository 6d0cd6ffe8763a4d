import { test as base, expect } from "@playwright/test";
import { prepareCluster } from "./cluster.ts";
import { createOpenedDatabase, prepareShop, type Shop } from "./shop-process.ts";

export { createOpenedDatabase, expect, prepareShop, type Shop };

export interface JourneyOptions {
  /** The database of this project's shop; a cluster is several processes on a server. */
  engine: "embedded" | "server" | "cluster";
  /**
   * Settings this shop opens with beside its usual ones, by their names in `.env.example`. Those that are only
   * known once something listens: `settings: [async ({ issuer }, use) => use({ … }), { scope: "worker" }]`.
   */
  settings: Readonly<Record<string, string>>;
}

/** A phone of 390 px: `test.use({ viewport: phone })`. */
export const phone = { width: 390, height: 844 };

/** Journeys import `test` from here; all journeys of a worker walk through one shop. */
export const test = base.extend<object, JourneyOptions & { shop: Shop }>({
  engine: ["embedded", { option: true, scope: "worker" }],
  settings: [{}, { option: true, scope: "worker" }],
  shop: [
    async ({ engine, settings }, use) => {
      const options = await prepareJourneyShop(engine, settings);
      await options.shop.open();
      await use(options.shop);
      await options.close();
    },
    { scope: "worker", timeout: 120_000 },
  ],
  baseURL: async ({ shop }, use) => use(shop.url),
  page: async ({ page, shop }, use, testInfo) => {
    const from = shop.log().length;
    await use(page);
    // A call may still be under way, answered by the test: it ends with the page, and says nothing of the shop.
    await page.unrouteAll({ behavior: "ignoreErrors" });
    if (testInfo.status !== testInfo.expectedStatus) {
      await testInfo.attach("shop.log", { body: shop.log().slice(from), contentType: "text/plain" });
    }
  },
});

async function prepareJourneyShop(engine: JourneyOptions["engine"], settings: JourneyOptions["settings"]) {
  if (engine !== "cluster") return prepareShop(engine, settings);
  return prepareCluster({ size: 3, settings });
}
