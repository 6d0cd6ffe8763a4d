import type { Browser, BrowserContext, Page } from "@playwright/test";
import { type PageName, pagePaths } from "#contract/page-paths.ts";
import { waitForFrames, waitUntilAwake } from "../screens/steps.ts";
import { expect, phone, type Shop, test } from "../support/journey-shop.ts";
import { createRegularCustomer, type RegularCustomer, storeSession } from "../support/visitors.ts";

/** The largest accepted layout shift of a page, as browsers compute it. Google calls a page above 0.1 unstable. */
const MAX_SHIFT = 0.02;
/** The factor by which the simulated phone's processor is slower than this machine's. */
const SLOWDOWN = 4;
const SLOW_NETWORK = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
};

/** These pages redirect a customer with a session to another page. */
const FOR_GUESTS: ReadonlySet<PageName> = new Set(["logIn", "signUp", "forgotPassword"]);

test(
  "on a slow phone no page noticeably moves its content while it loads",
  { tag: ["@front", "@long"] },
  async ({ browser, shop }) => {
    test.setTimeout(900_000);
    const customer = await createRegularCustomer(shop.url, `meera.shift.${Date.now()}`);
    const pages = Object.entries(pagePaths) as [PageName, readonly string[]][];
    for (const [name, [path = ""]] of pages) {
      const address = path
        .replace(":id", "mango-wave-rim-bowl")
        .replace(":orderId", customer.orders.cancelling);
      const shifts = await listShifts(browser, shop, address, FOR_GUESTS.has(name) ? null : customer);
      const total = shifts.reduce((sum, { value }) => sum + value, 0);
      expect.soft(total, `${address}\n${JSON.stringify(shifts)}`).toBeLessThanOrEqual(MAX_SHIFT);
    }
  },
);

interface Shift {
  value: number;
  moved: string[];
}

/** Opens a page with an empty cache and scrolls through it. Returns the layout shifts, and the elements that moved. */
async function listShifts(
  browser: Browser,
  shop: Shop,
  address: string,
  customer: RegularCustomer | null,
): Promise<Shift[]> {
  const context = await browser.newContext({
    baseURL: shop.url,
    viewport: phone,
    isMobile: true,
    hasTouch: true,
    reducedMotion: "no-preference",
  });
  if (customer) await storeSession(context, customer);
  const page = await context.newPage();
  await slowDown(context, page);
  await page.addInitScript(recordShifts);
  await page.goto(address);
  await waitUntilAwake(page);
  await expect(page.locator("main [aria-busy=true]")).toHaveCount(0);
  await page.waitForLoadState("networkidle");
  await page.mouse.wheel(0, 2 * phone.height);
  await page.waitForFunction(() =>
    [...document.images].every(
      (image) =>
        image.complete || !image.checkVisibility() || image.getBoundingClientRect().top > innerHeight,
    ),
  );
  await waitForFrames(page);
  const shifts = await page.evaluate(() => (window as unknown as { shifts: Shift[] }).shifts);
  await context.close();
  return shifts;
}

async function slowDown(context: BrowserContext, page: Page): Promise<void> {
  const client = await context.newCDPSession(page);
  await client.send("Network.enable");
  await client.send("Network.emulateNetworkConditions", SLOW_NETWORK);
  await client.send("Emulation.setCPUThrottlingRate", { rate: SLOWDOWN });
}

function recordShifts(): void {
  type LayoutShift = PerformanceEntry & {
    value: number;
    hadRecentInput: boolean;
    sources: readonly { node: Node | null }[];
  };
  const shifts: Shift[] = [];
  Object.assign(window, { shifts });
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries() as LayoutShift[])
      if (!hadRecentInput)
        shifts.push({
          value,
          moved: sources.map(({ node }) =>
            node instanceof Element ? node.className : String(node?.nodeName),
          ),
        });
  }).observe({ type: "layout-shift", buffered: true });
}
