import { deskLinks } from "#contract/desk-links.ts";
import { formatCount } from "#contract/text.ts";
import { stockLow } from "../../events.ts";
import type { MailContent } from "../mail.ts";
import { command, defineOwnerMail, linkToDesk, WHY_OWNER, writeWay } from "../owner-mail.ts";

export const ownerStockLowMail = defineOwnerMail(
  stockLow,
  "owner-stock-low",
  ["each"],
  async ({ config }, low) => writeStockLowMail(low, config.deskUrl),
  {
    when: "few pieces of a product are left (LOW_STOCK): to you, with OWNER_MAILS=each; else it is in the digest",
    sample: ({ products: [product], deskUrl }) =>
      writeStockLowMail(
        {
          productId: product?._id ?? "everyday-bowl",
          title: product?.title ?? "Acacia Everyday Bowl",
          left: 2,
        },
        deskUrl,
      ),
  },
);

function writeStockLowMail(
  low: { productId: string; title: string; left: number },
  deskUrl: string | undefined,
): MailContent {
  return {
    subject: low.left === 0 ? `Sold out: ${low.title}` : `Only ${low.left} left: ${low.title}`,
    preview: `${low.title} is low in stock.`,
    heading: "Low in stock",
    paragraphs: [
      low.left === 0
        ? `${low.title} is sold out, or all that is left is in open orders.`
        : `${formatCount(low.left, "piece")} of ${low.title} ${low.left === 1 ? "is" : "are"} left.`,
    ],
    ...writeWay(linkToDesk(deskUrl, "Open the product", deskLinks.product(low.productId)), [
      `More have come: ${command(`products set ${low.productId} --stock …`)}`,
      `All that is low: ${command("products list --low")}`,
    ]),
    why: WHY_OWNER,
  };
}
