import type { Locator, Page } from "@playwright/test";
import { waitUntilAwake } from "../screens/steps.ts";
import { expect, phone, test } from "../support/journey-shop.ts";
import { createRegularCustomer, storeGuestCart } from "../support/visitors.ts";

/* These journeys press only Tab, Enter, Space, the arrow keys and Escape. The focus must always be visible. */
test(
  "a customer finds, buys and pays for two bowls and cancels one with the keyboard alone (§8, D79)",
  { tag: ["@front", "@long"] },
  async ({ page, shop }) => {
    const { email, password } = await createRegularCustomer(shop.url, `meera.keys.${Date.now()}`);

    await test.step("the customer finds a bowl by keyboard", async () => {
      await page.goto("/");
      await waitUntilAwake(page);
      await tabUntil(
        page,
        page
          .getByRole("region", { name: "Shop by Category" })
          .getByRole("link", { name: "Bowl", exact: true }),
      );
      await page.keyboard.press("Enter");
      await expect(page).toHaveURL(/subcategory=Bowl/);
      await expect(page.locator("#content")).toBeFocused();
      await tabUntil(page, page.getByRole("main").getByRole("link", { name: "Roz Acacia Everyday Bowl" }));
      await page.keyboard.press("Enter");
      await expect(page.getByRole("heading", { level: 1, name: "Roz Acacia Everyday Bowl" })).toBeVisible();
    });

    await test.step("the customer puts two bowls in the bag by keyboard", async () => {
      await tabUntil(page, page.getByRole("textbox", { name: "Quantity of Roz Acacia Everyday Bowl" }));
      await page.keyboard.press("ArrowUp");
      await tabUntil(
        page,
        page.getByRole("main").getByRole("button", { name: "Add to Bag: Roz Acacia Everyday Bowl" }).first(),
      );
      await page.keyboard.press("Space");
      await expect(page.getByTestId("cart-badge")).toHaveText("2");
    });

    await test.step("the customer opens the checkout from the cart drawer by keyboard", async () => {
      const bag = page.getByRole("button", { name: /^Shopping Cart/ });
      await tabUntil(page, bag, "Shift+Tab");
      await page.keyboard.press("Enter");
      const drawer = page.getByRole("dialog", { name: "Shopping Cart" });
      await expect(drawer).toBeVisible();
      await expectFocusWithin(page, drawer);
      await page.keyboard.press("Escape");
      await expect(bag).toBeFocused();
      await page.keyboard.press("Enter");
      await tabUntil(page, drawer.getByRole("link", { name: "Checkout" }));
      await page.keyboard.press("Enter");
      await expect(page).toHaveURL(/\/log-in\?redirect=/);
    });

    await test.step("the customer logs in, and the toast does not take the focus", async () => {
      await tabUntil(page, page.getByRole("main").getByRole("textbox", { name: "Email" }));
      await page.keyboard.type(email);
      await tabUntil(page, page.getByRole("textbox", { name: "Password", exact: true }));
      await page.keyboard.type(password);
      await page.keyboard.press("Enter");
      await expect(page).toHaveURL(/\/checkout$/);
      await expect(page.getByText("Login successful")).toBeVisible();
      expect(await page.evaluate(() => document.activeElement?.closest(".toasts") === null)).toBe(true);
    });

    await test.step("the customer places the order by keyboard", async () => {
      await expect(page.getByRole("textbox", { name: "Address", exact: true })).toHaveValue("12 Ring Road");
      await tabUntil(page, page.getByRole("button", { name: "Checkout", exact: true }));
      await page.keyboard.press("Space");
      await expect(page).toHaveURL(/\/orders$/);
    });

    await test.step("the customer pays for the order by keyboard", async () => {
      const payment = page.frameLocator("iframe[title='Pay Online']");
      const number = payment.getByLabel(/card number/i);
      await expect(number).toBeVisible();
      await tabUntil(page, number);
      await page.keyboard.type("4111 1111 1111 1111");
      await tabUntil(page, payment.getByLabel(/expiry/i));
      await page.keyboard.type("12/39");
      await tabUntil(page, payment.getByLabel(/cvv|security code/i));
      await page.keyboard.type("123");
      await tabUntil(page, payment.getByLabel(/name/i));
      await page.keyboard.type("Meera Shah");
      await page.keyboard.press("Enter");
      await expect(page.getByText("Completed").first()).toBeVisible();
      await expect(page.getByRole("dialog")).toHaveCount(0);
      await tabUntil(page, page.getByRole("link", { name: /^View order/ }).first());
      await page.keyboard.press("Enter");
      await expect(page.getByRole("heading", { level: 1, name: /^Order / })).toBeVisible();
    });

    await test.step("the customer cancels one of the two bowls by keyboard", async () => {
      await tabUntil(page, page.getByRole("button", { name: /^Cancel pieces.*Roz Acacia/ }));
      await page.keyboard.press("Enter");
      const dialog = page.getByRole("dialog", { name: /^Cancel Roz/ });
      await tabUntil(page, dialog.getByRole("combobox", { name: "How many pieces" }));
      await tabUntil(page, dialog.getByRole("button", { name: "Cancel 1 piece" }));
      await page.keyboard.press("Enter");
      await expect(dialog).toHaveCount(0);
      await expect(page.getByText("1 of 2 cancelled")).toBeVisible();
      await expect(page.getByRole("main").locator(":focus")).toBeVisible();
    });
  },
);

test(
  "the skip link, the arrow keys in a dropdown and a confirmation in the cart drawer move the focus correctly (§2.2)",
  { tag: "@front" },
  async ({ page, context, shop }) => {
    await storeGuestCart(context, shop.url, { "acacia-everyday-bowl": 1 });
    await page.goto("/products");
    await waitUntilAwake(page);
    await page.keyboard.press("Tab");
    const skip = page.getByRole("link", { name: "Skip to content" });
    await expect(skip).toBeFocused();
    await expect(skip).toBeInViewport();
    await page.keyboard.press("Enter");
    await expect(page.locator("#content")).toBeFocused();
    await page.keyboard.press("Tab");
    await expect(page.getByRole("main").locator(":focus")).toBeVisible();

    const kind = page.getByRole("button", { name: "Serveware" });
    await kind.focus();
    for (const name of ["Tray", "Platter"]) {
      await page.keyboard.press("ArrowDown");
      await expect(page.getByRole("banner").getByRole("link", { name, exact: true })).toBeFocused();
    }
    await page.keyboard.press("Escape");
    await expect(kind).toBeFocused();
    await expect(kind).toHaveAttribute("aria-expanded", "false");

    await page.getByRole("button", { name: /^Shopping Cart/ }).focus();
    await page.keyboard.press("Enter");
    const drawer = page.getByRole("dialog", { name: "Shopping Cart" });
    const remove = drawer.getByRole("button", { name: /^Remove/ });
    await tabUntil(page, remove);
    await page.keyboard.press("Enter");
    const question = page.getByRole("alertdialog", { name: "Remove from Cart" });
    await expect(question.getByRole("button", { name: "Cancel" })).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(question).toHaveCount(0);
    await expect(remove).toBeFocused();
    await expect(drawer).toBeVisible();
  },
);

test(
  "on a phone a visitor opens the gifts, searches, checks a PIN and compares sizes with the keyboard alone (§2.2)",
  { tag: ["@front", "@long"] },
  async ({ page }) => {
    await page.setViewportSize(phone);
    await page.goto("/");
    await waitUntilAwake(page);

    await test.step("the visitor opens all gifts for a wedding from the menu", async () => {
      await tabUntil(page, page.getByRole("button", { name: "Menu", exact: true }));
      await page.keyboard.press("Enter");
      await tabUntil(page, page.getByRole("dialog").getByRole("link", { name: "Gifts", exact: true }));
      await page.keyboard.press("Enter");
      await expect(page.getByRole("heading", { level: 1, name: "Gifts" })).toBeVisible();
      await tabUntil(page, page.getByRole("link", { name: /^See all \d+ for a wedding/ }));
      await page.keyboard.press("Enter");
      await expect(page.getByRole("heading", { level: 1, name: /wedding/i })).toBeVisible();
    });

    await test.step("Enter in the search opens the results, even for a word that no title contains", async () => {
      await tabUntil(page, page.getByRole("banner").getByRole("button", { name: "Search" }), "Shift+Tab");
      await page.keyboard.press("Enter");
      const drawer = page.getByRole("dialog", { name: "Search" });
      await expect(drawer.getByRole("textbox")).toBeFocused();
      await page.keyboard.type("cutting board");
      await page.keyboard.press("Enter");
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Results for “cutting board”");
      await tabUntil(page, page.getByRole("main").getByRole("link", { name: "Rasoi Teak Chopping Board" }));
      await page.keyboard.press("Enter");
      await expect(page).toHaveURL(/product-info/);
    });

    await test.step("the product page shows whether the shop delivers to a PIN", async () => {
      await tabUntil(page, page.getByRole("textbox", { name: "Deliver to" }));
      await page.keyboard.type("411001");
      await expect(page.getByText(/^We deliver to 411001/)).toBeVisible();
    });

    await test.step("the visitor compares the sizes of two pieces, and Escape returns the focus", async () => {
      const opener = page.getByRole("button", { name: "Compare sizes" });
      await tabUntil(page, opener);
      await page.keyboard.press("Enter");
      const dialog = page.getByRole("dialog", { name: "Compare sizes" });
      await tabUntil(page, dialog.getByRole("checkbox", { checked: false }).first());
      await page.keyboard.press("Space");
      await expect(dialog.getByRole("checkbox", { checked: true })).toHaveCount(2);
      await expect(dialog.getByRole("img")).toHaveAttribute("src", /,/);
      await page.keyboard.press("Escape");
      await expect(opener).toBeFocused();
    });
  },
);

const MAX_KEYS = 150;

/** Presses Tab until a control has the focus. Fails if the focus is lost or invisible on the way. */
async function tabUntil(page: Page, control: Locator, key: "Tab" | "Shift+Tab" = "Tab"): Promise<void> {
  await expect(control).toBeVisible();
  const unseen = new Set<string>();
  // A query by role takes longer than a key press, so find the element once.
  let wanted = await control.elementHandle();
  for (let clicks = 0; clicks < MAX_KEYS; clicks++) {
    await page.keyboard.press(key);
    const where = await page.evaluate(findUnseenFocus);
    if (where !== null) unseen.add(where);
    if (!(await wanted?.evaluate(({ isConnected }) => isConnected))) wanted = await control.elementHandle();
    const isReached = await wanted?.evaluate(
      (element) => element === element.ownerDocument?.activeElement && element.ownerDocument.hasFocus(),
    );
    if (isReached) {
      expect([...unseen], "controls with an invisible focus").toEqual([]);
      return;
    }
  }
  throw new Error(`Not reached by ${MAX_KEYS} presses of ${key}: ${String(control)}`);
}

async function expectFocusWithin(page: Page, panel: Locator): Promise<void> {
  const controls = panel.locator("a, button, input, summary").filter({ visible: true });
  for (const [key, edge] of [
    ["Tab", controls.last()],
    ["Shift+Tab", controls.first()],
  ] as const) {
    await edge.focus();
    for (let clicks = 0; clicks < 3; clicks++) {
      await page.keyboard.press(key);
      const outside = await page.evaluate(() => {
        const at = document.activeElement;
        return at && at !== document.body && !at.closest("dialog[open]") ? at.outerHTML.slice(0, 80) : null;
      });
      expect(outside).toBeNull();
    }
  }
}

/** Runs in the page. Returns the focused control if its focus is invisible, otherwise null. */
function findUnseenFocus(): string | null {
  const at = document.activeElement;
  // The body is active when the browser's toolbar has the focus. Another site's frame and a dialog need no outline.
  if (!at || at === document.body || at.tagName === "IFRAME" || at.tagName === "DIALOG") return null;
  const isDrawn = (element: Element | null | undefined, pseudo?: string): boolean => {
    if (!element) return false;
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element, pseudo);
    return (outlineStyle !== "none" && Number.parseFloat(outlineWidth) > 0) || boxShadow !== "none";
  };
  const { width, height } = at.getBoundingClientRect();
  const label = at instanceof HTMLInputElement ? at.labels?.[0] : null;
  const around = [at.parentElement, at.parentElement?.parentElement, at.closest("article")];
  const drawn =
    isDrawn(at) ||
    isDrawn(at, "::before") ||
    isDrawn(at, "::after") ||
    isDrawn(label) ||
    around.some((element) => isDrawn(element));
  return drawn && (label || (width > 1 && height > 1)) ? null : at.outerHTML.slice(0, 120);
}
