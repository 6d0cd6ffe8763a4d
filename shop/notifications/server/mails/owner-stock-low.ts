import { formatCount } from "#contract/text.ts";
import { buildOwnerHref, OWNER_PATH } from "#shop/owner-links/server/index.ts";
import { stockLow } from "../../events.ts";
import type { MailContent } from "../mail.ts";
import { command, defineOwnerMail, LINK_WORKS, WHY_OWNER } from "../owner-mail.ts";
import { fillSampleLink } from "../samples.ts";

export const ownerStockLowMail = defineOwnerMail(
  stockLow,
  "owner-stock-low",
  ["each"],
  async (context, low) =>
    writeStockLowMail(low, buildOwnerHref(context, { act: "count", subject: low.productId })),
  {
    "owner-stock-low": {
      when: "few pieces of a product are left (LOW_STOCK): to you, with OWNER_MAILS=each; else it is in the digest",
      sample: ({ products: [product] }) =>
        writeStockLowMail(
          {
            productId: product?._id ?? "everyday-bowl",
            title: product?.title ?? "Acacia Everyday Bowl",
            left: 2,
          },
          fillSampleLink(OWNER_PATH),
        ),
    },
  },
);

/** A mail to the owner: a product is low in stock. */
function writeStockLowMail(
  low: { productId: string; title: string; left: number },
  countHref: string,
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
    action: { label: "Count the pieces", href: countHref },
    next: {
      title: "What to do",
      sentences: [
        LINK_WORKS,
        `More have come: ${command(`products set ${low.productId} --stock …`)}`,
        `All that is low: ${command("stock low")}`,
      ],
    },
    why: WHY_OWNER,
  };
}
