import { spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { test as base, expect } from "@playwright/test";
import { prepareCluster } from "./cluster.ts";
import { findFreePort } from "./processes.ts";
import { createOpenedDatabase, prepareShop, type Shop } from "./shop-process.ts";

export { createOpenedDatabase, expect, prepareShop, type Shop };

export interface JourneyOptions {
  /** `cluster`: several processes of the shop with one PostgreSQL server. */
  engine: "embedded" | "server" | "cluster";
}

interface Shops {
  /** Returns the shop with these settings. Before opening it, closes all others except that with default settings. */
  open(settings: Settings): Promise<Shop>;
}

type Settings = Readonly<Record<string, string>>;
type PreparedShop = Awaited<ReturnType<typeof prepareShop>>;

interface JourneyFixtures {
  /** Additional settings of the shop, with the names in `.env.example`: `test.use({ settings: … })`. */
  settings: Settings;
  shop: Shop;
}

export const phone = { width: 390, height: 844 };

/**
 * The `test` function of end-to-end tests. Tests with the same settings share a shop. `settings` does not have the
 * scope "worker", because Playwright would then start a new worker for each file, which takes four seconds of processor
 * time.
 */
export const test = base.extend<JourneyFixtures, JourneyOptions & { shops: Shops }>({
  engine: ["embedded", { option: true, scope: "worker" }],
  shops: [
    async ({ engine }, use) => {
      const shops = createShops(engine);
      await use(shops);
      await shops.close();
    },
    { scope: "worker", timeout: 600_000 },
  ],
  settings: [{}, { option: true }],
  shop: [async ({ shops, settings }, use) => use(await shops.open(settings)), { timeout: 600_000 }],
  baseURL: async ({ shop }, use) => use(shop.url),
  page: async ({ page, shop }, use, testInfo) => {
    const from = shop.log().length;
    await use(page);
    // When the page is closed, route handlers may still wait for a response. Ignore their errors.
    await page.unrouteAll({ behavior: "ignoreErrors" });
    if (testInfo.status !== testInfo.expectedStatus) {
      await testInfo.attach("shop.log", { body: shop.log().slice(from), contentType: "text/plain" });
    }
  },
});

function createShops(engine: JourneyOptions["engine"]): Shops & { close(): Promise<void> } {
  const opened = new Map<string, PreparedShop>();
  const USUAL = JSON.stringify({});
  return {
    async open(settings) {
      const key = JSON.stringify(settings);
      const existing = opened.get(key);
      if (existing) return existing.shop;
      for (const [other, prepared] of opened)
        if (other !== USUAL && opened.delete(other)) await prepared.close();
      const prepared = await prepareJourneyShop(engine, settings);
      opened.set(key, prepared);
      await prepared.shop.open();
      return prepared.shop;
    },
    async close() {
      for (const prepared of opened.values()) await prepared.close();
    },
  };
}

const prepareJourneyShop = (engine: JourneyOptions["engine"], settings: Settings): Promise<PreparedShop> =>
  engine === "cluster" ? prepareCluster({ size: 3, settings }) : prepareShop(engine, settings);

const samples = path.resolve(import.meta.dirname, "../../catalogue");

/** Each test gets its own copy of the sample folder, which `change` modifies. */
export const testWithFolder = (change: (folder: string) => Promise<void>) =>
  test.extend<{ ownFolder: string }>({
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads a fixture's dependencies from its first parameter
    ownFolder: async ({}, use) => {
      const folder = await mkdtemp(path.join(os.tmpdir(), "own-folder-"));
      await cp(samples, folder, { recursive: true });
      await change(folder);
      await use(folder);
      await rm(folder, { recursive: true });
    },
    settings: ({ ownFolder }, use) => use({ CATALOGUE_DIR: ownFolder }),
  });

export async function fillDemo(folder: string): Promise<void> {
  const child = spawn(process.execPath, ["dist/shop/fill-demo.js"], {
    cwd: path.resolve(import.meta.dirname, "../.."),
    env: {
      ...process.env,
      NODE_ENV: "production",
      DATA_DIR: folder,
      DATABASE_URL: "",
      PORT: String(await findFreePort()),
      TRUST_PROXY: "loopback",
      RATE_LIMIT_LOOPBACK: "off",
      PICTURES_WARM: "off",
      LOG_LEVEL: "error",
    },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const [code] = (await once(child, "exit")) as [number | null];
  if (code !== 0) throw new Error(`The demo could not be filled: exit code ${code}.`);
}
