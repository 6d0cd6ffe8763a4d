import { expect, phone, test } from "../support/journey-shop.ts";
import { expectUsable, openDesk, ownShop } from "./desk-page.ts";

test.use(ownShop);

test(
  "the owner checks the shop, and creates and verifies a backup",
  { tag: ["@long", "@embedded"] },
  async ({ page, shop }) => {
    await openDesk(page, shop, { screen: "/settings/health" });
    await expect(page.getByRole("heading", { name: "Health", level: 1 })).toBeVisible();
    await expect(
      page.getByRole("listitem").filter({ hasText: "the shop runs as a demonstration" }),
    ).not.toHaveCount(0);
    const noBackup = page.getByText(
      "There is no backup yet: if this machine fails, all data of the shop is lost.",
    );
    await expect(noBackup).toBeVisible();
    await expect(page.getByText(/problems to solve here/)).toBeVisible();
    await expectUsable(page);
    await expect(page.getByRole("link", { name: "Elsewhere" })).toHaveCount(0);
    await page.getByRole("button", { name: "Make a backup", exact: true }).first().click();
    await expect(noBackup).toHaveCount(0);
    await expect(page.getByRole("button", { name: /^Verify taruva-/ })).toBeVisible();
    const backup = page.getByRole("listitem").filter({ hasText: /taruva-\S+\.backup/ });
    await backup.getByRole("button", { name: /^Verify taruva-/ }).click();
    await expect(page.getByText("Go back to a backup")).toBeVisible();
    await expect(backup.getByText(/^The backup is complete\./)).toBeVisible();
    await expectUsable(page);
    await page.getByRole("button", { name: "Check everything" }).click();
    await expect(page.getByText(/^Checked at .*, with e-mail, payments and the machine$/)).toBeVisible();
    await page.getByText(/^\d+ checks passed$/).click();
    await expect(page.getByRole("listitem").filter({ hasText: /^Machine: Node / })).toBeVisible();
    await expectUsable(page);
    await page.getByRole("link", { name: "Demonstration" }).click();
    await expect(page.getByRole("heading", { name: "Connections", level: 1 })).toBeVisible();
    await expect(page.getByText("demo: test payments, generous limits.", { exact: false })).toBeAttached();
    await page.getByRole("link", { name: "Health", exact: true }).click();
    await page.setViewportSize(phone);
    await expect(page.getByRole("heading", { name: "Do now" })).toBeVisible();
    await expectUsable(page);
  },
);
