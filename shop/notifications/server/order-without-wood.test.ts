import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { setSeller, stockProducts } from "../../../tests/support/products.ts";
import { buyPaid, context, setUpPage, setUpShop } from "../../../tests/support/test-shop.ts";
import { product } from "#shop/catalogue/server/tables.ts";
import { findInvoices } from "#shop/invoices/server/papers/find-invoices.ts";
import { findOrderMailData } from "#shop/orders/server/serialize-order.ts";
import { orders } from "#shop/orders/server/tables.ts";
import { nameTreeRing } from "#shop/orders/tree-ring.ts";
import { serveTracking } from "#shop/parcels/server/tracking-page.ts";
import { writeOrderMail } from "./mail-list.ts";
import { renderMail } from "./render-mail.ts";

setUpShop();
const askPage = setUpPage(serveTracking);

test("for an order without wooden pieces, pages, mails and documents contain 'your order's rings' instead of 'your tree ring'", async () => {
  await stockProducts(context, [{ id: "lamp", title: "Lamp", price: 249_900 }]);
  const bought = await buyPaid("lamp");
  const { orderId } = bought.order;
  const countTrees = async () => {
    const mailData = await findOrderMailData(context, orderId);
    const mail = mailData && writeOrderMail("order-paid", { ...mailData, seller: null, now: context.now() });
    const [row] = await context.db.select().from(orders).where(eq(orders.orderId, orderId));
    const papers = row ? await findInvoices(context, row) : [];
    return [
      mailData && (await askPage(mailData.trackingHref)).html,
      mail &&
        renderMail(
          mail,
          { tradeName: "Mitti", website: "https://mitti.example", email: "a@mitti.example" },
          "cid:ring",
        ).html,
      papers.map(({ content }) => content.ring).join(""),
      mailData && nameTreeRing(mailData.order),
    ].map((text) => text?.match(/your tree ring|your order(?:'|&#39;)s rings/i)?.[0].toLowerCase());
  };
  const setMaterials = async (...materials: string[]) => {
    await context.db.update(product).set({ materials, revision: sql`revision + 1` });
    await setSeller(context, {});
  };
  await setMaterials("Brass", "Teak wood");
  expect(new Set(await countTrees())).toEqual(new Set(["your tree ring"]));
  await setMaterials("Brass");
  for (const shown of await countTrees()) expect(shown).toMatch(/^your order(?:'|&#39;)s rings$/);
});
