import { findProductSummary } from "#shop/catalogue/server/index.ts";
import { buildOwnerHref, OWNER_PATH } from "#shop/owner-links/server/index.ts";
import { productLinksDue } from "../../events.ts";
import { defineMail } from "../define-mail.ts";
import type { MailContent } from "../mail.ts";
import { command, LINK_WORKS } from "../owner-mail.ts";
import { fillSampleLink } from "../samples.ts";
import { getOwnerMailbox } from "../sender.ts";

export const ownerProductMail = defineMail(
  productLinksDue,
  "owner-product",
  async (context, { productId }) => {
    const to = getOwnerMailbox(context);
    const title = findProductSummary(context, productId)?.title;
    if (to === null || title === undefined) return null;
    const hrefTo = (act: string) => buildOwnerHref(context, { act, subject: productId });
    return {
      to,
      mail: writeProductLinksMail(title, { count: hrefTo("count"), picture: hrefTo("picture") }),
    };
  },
  {
    "owner-product": {
      when: "you asked for it with 'links mail': to you (MAIL_TO)",
      sample: ({ products: [product] }) => {
        const href = fillSampleLink(OWNER_PATH);
        return writeProductLinksMail(product?.title ?? "Acacia Everyday Bowl", {
          count: href,
          picture: href,
        });
      },
    },
  },
);

/** A mail that the owner has requested: links to edit a product on a phone. */
function writeProductLinksMail(
  title: string,
  { count, picture }: { count: string; picture: string },
): MailContent {
  return {
    subject: `${title}: count it, or add photographs`,
    preview: "From a phone, once each.",
    heading: title,
    paragraphs: [LINK_WORKS.replace("the link above works", "each link works")],
    action: { label: "Add photographs", href: picture },
    otherWay: { label: "Count the pieces", href: count },
    footnote: `All links of your mails at once: ${command("links revoke")}`,
    why: "You get this mail because it was asked for where the shop runs (MAIL_TO).",
  };
}
