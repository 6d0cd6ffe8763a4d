import { deskLinks } from "#contract/desk-links.ts";
import { formatCount } from "#contract/text.ts";
import { stockLow } from "../../events.ts";
import { command, defineOwnerMail, type OwnerMailText } from "../owner-mail.ts";
import { getSampleProduct } from "../samples.ts";

export const ownerStockLowMail = defineOwnerMail(
  stockLow,
  "owner-stock-low",
  ["each"],
  async (_context, low) => writeStockLowMail(low),
  {
    when: "few pieces of a product are left (LOW_STOCK); the e-mail goes to you if OWNER_MAILS=each; otherwise the daily summary shows it",
    sample: (sampleFacts) => writeStockLowMail({ ...getSampleProduct(sampleFacts), left: 2 }),
  },
);

function writeStockLowMail(low: { productId: string; title: string; left: number }): OwnerMailText {
  return {
    subject: low.left === 0 ? `Sold out: ${low.title}` : `Only ${low.left} left: ${low.title}`,
    preview: `${low.title} is low in stock.`,
    heading: "Low in stock",
    paragraphs: [
      low.left === 0
        ? `${low.title} is sold out, or all remaining pieces are in open orders.`
        : `${formatCount(low.left, "piece")} of ${low.title} ${low.left === 1 ? "is" : "are"} left.`,
    ],
    screen: { label: "Open the product", href: deskLinks.product(low.productId) },
    commands: [
      `When new pieces arrive, enter the count: ${command(`products set ${low.productId} --stock …`)}`,
      `All products with low stock: ${command("report stock")}`,
    ],
  };
}
