import { expect, type Locator, type Page, type Route } from "@playwright/test";

/** Opens a page as a click on a link does: the document stays, and only the page's data is loaded. */
export async function stepTo(page: Page, path: string): Promise<void> {
  await waitUntilAwake(page);
  await page.evaluate((href) => {
    const link = document.createElement("a");
    link.href = href;
    document.body.append(link);
    link.click();
    link.remove();
  }, path);
  await page.waitForURL(
    (url) => url.pathname + url.search === path || decodeURI(url.pathname + url.search) === path,
  );
}

export const waitUntilAwake = (page: Page): Promise<unknown> =>
  page.waitForFunction(() =>
    Object.keys(document.querySelector("#content") ?? {}).some((key) => key.startsWith("__react")),
  );

/** Waits for hydration. Parts of a page are hydrated later than the page itself. */
export const waitUntilPressable = async (button: Locator): Promise<void> => {
  const isAwake = () =>
    button.evaluate((element) => Object.keys(element).some((key) => key.startsWith("__react")));
  await expect.poll(isAwake).toBe(true);
};

/** Waits for twelve frames, after which all animations have started. */
export const waitForFrames = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    for (let frame = 0; frame < 12; frame++) await new Promise((resolve) => requestAnimationFrame(resolve));
  });

/** Each handler makes a call fail or delays its response. */
export const mishaps = {
  refused:
    (status = 500) =>
    (route: Route) =>
      route.fulfill({ status, json: { success: false, message: "Internal Server Error" } }),
  never: () => new Promise<void>(() => {}),
} as const;

/** URL patterns of API endpoints (§7), with or without a query string. */
export const calls = {
  list: /\/api\/products\/list\/?(\?.*)?$/,
  listing: /\/api\/products\/listByCategory/,
  product: /\/api\/products\/list\/[a-z]/,
  cart: /\/api\/cart\?/,
  orders: /\/api\/orders\/user\//,
  order: /\/api\/orders\/TRV-\w+$/,
  addresses: /\/addresses\/[\w-]+$/,
} as const;

export const layOutWhole = (page: Page) =>
  page.evaluate(() => void (document.documentElement.dataset["whole"] = ""));

/** Waits for the pictures in the window. If `whole` is true, also loads the lazy pictures outside of the window. */
export async function waitForPictures(page: Page, whole: boolean): Promise<void> {
  await page.evaluate(async (all) => {
    const inSight = (image: HTMLImageElement) =>
      all || (image.getBoundingClientRect().top < innerHeight && image.getBoundingClientRect().bottom > 0);
    const images = [...document.images].filter((image) => image.checkVisibility() && inSight(image));
    for (const image of images) image.loading = "eager";
    const timeout = new Promise((resolve) => setTimeout(resolve, 8_000));
    await Promise.race([timeout, Promise.all(images.map((image) => image.decode().catch(() => {})))]);
    await document.fonts.ready;
  }, whole);
}
