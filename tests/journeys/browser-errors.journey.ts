import { expect, test } from "../support/journey-shop.ts";

test(
  "an error in the browser is logged with its position in the source and the name of the page",
  { tag: "@front" },
  async ({ page, shop }) => {
    await page.route("**/assets/broken.js*", (route) =>
      route.fulfill({
        contentType: "text/javascript",
        body: 'setTimeout(() => { throw new TypeError(`"Asha" broke it`); });',
      }),
    );
    await page.goto("/product-info/acacia-everyday-bowl?token=CANARY");
    const reported = page.waitForResponse("**/api/browser-errors");
    await page.addScriptTag({ url: "/assets/broken.js?token=CANARY" });
    expect((await reported).status()).toBe(200);
    const line = shop
      .log()
      .split("\n")
      .findLast((each) => each.includes("an error in a browser"));
    expect(JSON.parse(line ?? "{}")).toMatchObject({
      level: "warn",
      requestId: expect.any(String),
      browserError: { kind: "error", message: "TypeError", page: "product" },
    });
    expect(line).toContain("broken.js:1:");
    expect(line).not.toMatch(/CANARY|Asha/);
  },
);
