import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, fillDemo, prepareShop, test } from "../support/journey-shop.ts";

test(
  "the demo has orders in several states, tasks for its owner, and a customer who can log in",
  { tag: ["@long", "@front"] },
  async ({ browser }) => {
    const folder = path.join(mkdtempSync(path.join(os.tmpdir(), "taruva-demo-")), "data");
    try {
      await fillDemo(folder);
      const { shop, close } = await prepareShop("embedded", {}, { folder });
      try {
        await shop.open();
        const { output } = await shop.operator("orders", "list", "--limit", "100", "--json");
        for (const state of ["Pending", "Processing", "Delivered", "Cancelled"])
          expect(output).toContain(state);
        const today = (await shop.operator("today")).output;
        for (const finding of ["asks to return", "asks to cancel", "Answer the message", "overdue"])
          expect(today).toContain(finding);
        expect((await shop.operator("reviews")).output).toContain("waiting");
        const address = "--street,12 Ring Road,--city,Surat,--state,Gujarat,--pin,395007".split(",");
        const person = "--email,meera.shah@example.com,--name,Meera Shah,--phone,9825010001".split(",");
        const taken = await shop.operator(
          "orders",
          "take",
          ...person,
          ...address,
          "--line",
          "acacia-lotus-fruit-bowl:1",
        );
        expect(taken.output).toContain("who has an account:");

        const context = await browser.newContext({ baseURL: shop.url });
        const page = await context.newPage();
        await page.goto("/login");
        await page
          .getByRole("main")
          .getByRole("textbox", { name: "Email", exact: true })
          .fill("meera.shah@example.com");
        await page.getByRole("textbox", { name: "Password", exact: true }).fill("neem-and-teak-7");
        await page.getByRole("main").getByRole("button", { name: "Login", exact: true }).click();
        await page.waitForURL((url) => url.pathname !== "/login");
        await page.goto("/orders");
        await expect(page.getByText(/^TRV-/).first()).toBeVisible();
        await context.close();
      } finally {
        await close();
      }
    } finally {
      rmSync(path.dirname(folder), { recursive: true, force: true });
    }
  },
);
