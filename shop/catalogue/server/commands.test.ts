import { expect, test } from "vitest";
import { context, folder, run, setUpCatalogue } from "../../../tests/support/catalogue-shop.ts";
import { rewriteFolderFile } from "../../../tests/support/catalogue-folder.ts";
import { findProduct } from "./products/find-products.ts";

setUpCatalogue({ imported: "once" });

test("a stock count is visible at once, and is refused for an unknown product", async () => {
  expect(await run("products set teak-tray", { stock: "2" })).toMatchObject({
    facts: { left: 2 },
  });
  expect((await findProduct(context, "teak-tray"))?.stock).toBe(2);
  await run("products set teak-tray", { stock: "none" });
  expect(await findProduct(context, "teak-tray")).not.toHaveProperty("stock");
  await expect(run("products set spoon", { stock: "1" })).rejects.toThrow('no product "spoon"');
});

test("an import of products asks to confirm its exact changes, changes the shop at once, and reports an invalid price", async () => {
  const products = await rewriteFolderFile(folder, "products.json", (list) =>
    list.map((one) => ({ ...one, title: "Renamed", discount: 40 })),
  );
  const { message: question } = await run("products import", {}, { confirmed: false }).then(
    () => expect.fail("not asked"),
    (cause: Error) => cause,
  );
  const other = { confirmed: question.replace("3 changed", "1 changed") };
  await expect(run("products import", {}, other)).rejects.toThrow(question);
  expect((await findProduct(context, "teak-tray"))?.title).toBe("The teak-tray");
  expect(await run("products import", {}, { confirmed: question })).toMatchObject({ facts: { changed: 3 } });
  expect((await findProduct(context, "teak-tray"))?.title).toBe("Renamed");

  await rewriteFolderFile(folder, "products.json", () => [{ ...products[0], price: "cheap" }]);
  await expect(run("products import")).rejects.toThrow("products.json, everyday-bowl, price");
});
