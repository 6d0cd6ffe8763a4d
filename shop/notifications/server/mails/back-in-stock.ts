import { links } from "#contract/links.ts";
import { BACK_IN_STOCK_PATH, MAILS_PER_PIECE } from "#shop/back-in-stock/back-in-stock.ts";
import { productBack } from "#shop/back-in-stock/events.ts";
import { buildRequestHref, findRequest } from "#shop/back-in-stock/server/index.ts";
import { findProductSummary } from "#shop/catalogue/server/index.ts";
import { defineMail } from "../define-mail.ts";
import type { MailContent } from "../mail.ts";
import { fillSampleLink, getSampleProduct } from "../samples.ts";

/** This mail is not sent if the request was deleted, the product is hidden, or the recipient has unsubscribed. */
export const backInStockMail = defineMail(
  productBack,
  "back-in-stock",
  async (context, { requestId }) => {
    const request = await findRequest(context, requestId);
    const product = request && findProductSummary(context, request.productId);
    if (!product) return null;
    const mail = writeBackInStockMail(
      { productId: product._id, title: product.title },
      buildRequestHref(context, request),
    );
    return { to: request.email, mail };
  },
  {
    when: `a sold-out product is back in stock: once to each customer on the list, ${MAILS_PER_PIECE} customers for each piece`,
    sample: (sampleFacts) =>
      writeBackInStockMail(getSampleProduct(sampleFacts), fillSampleLink(BACK_IN_STOCK_PATH)),
  },
);

/** The greeting has no name, because a stranger may have typed the address. */
function writeBackInStockMail(
  { productId, title }: { productId: string; title: string },
  requestHref: string,
): MailContent {
  return {
    subject: `Back again: ${title}`,
    preview: "You asked us to notify you.",
    heading: `${title} is back`,
    fields: { product: title },
    paragraphs: [
      "You asked us to notify you. The piece is back in stock.",
      "Stock is limited and not reserved: others who asked for this piece got this e-mail too.",
    ],
    action: { label: "See the piece", href: links.product(productId) },
    otherWay: { label: "Manage these e-mails", href: requestHref },
    why: "You're receiving this e-mail because this address was entered on the piece's page while it was sold out. We won't send another.",
  };
}
