import type { FastifyInstance } from "fastify";
import { html, type Html } from "#contract/html.ts";
import { links } from "#contract/links.ts";
import type { Context } from "#platform/context.ts";
import { readSignedLink } from "#platform/http/signed-link.ts";
import {
  buildLinkHref,
  buildMessagePage,
  renderLinkButton,
  serveLinkPage,
} from "#platform/pages/link-page.ts";
import { type PlainPage, sendPlainPage } from "#platform/pages/plain-page.ts";
import { findProductSummary } from "#shop/catalogue/server/index.ts";
import { isSoldOut } from "#shop/inventory/stock.ts";
import { BACK_IN_STOCK_PATH } from "../back-in-stock.ts";
import { allowMails, refuseMails, requestAgain } from "./requests.ts";

const PURPOSE = "back-in-stock";
const ABOVE = "Back in stock";
const TITLE = "E-mails about pieces back in stock";

interface NotifyRequest {
  productId: string;
  email: string;
}

export const buildRequestHref = (context: Context, { productId, email }: NotifyRequest): string =>
  buildLinkHref(context, BACK_IN_STOCK_PATH, PURPOSE, toText({ productId, email }));

/** Encodes a request, because an e-mail address may contain characters that a link must not contain. */
const toText = ({ productId, email }: NotifyRequest): string =>
  Buffer.from(JSON.stringify([productId, email])).toString("base64url");

function readLink(context: Context, link: string): NotifyRequest | null {
  const text = readSignedLink(context, PURPOSE, link);
  if (text === null) return null;
  const [productId = "", email = ""] = JSON.parse(Buffer.from(text, "base64url").toString()) as string[];
  return { productId, email };
}

export const serveRequestPage = (app: FastifyInstance, context: Context): Promise<void> =>
  serveLinkPage(app, context, {
    path: BACK_IN_STOCK_PATH,
    above: ABOVE,
    title: TITLE,
    longestFormBytes: 2_048,
    async answer({ reply, link, form }) {
      const mailed = readLink(context, link);
      if (mailed === null) return sendPlainPage(reply, 404, noLinkPage);
      const { productId, email } = mailed;
      const show = (title: string, lead: string, below?: Html) =>
        sendPlainPage(reply, 200, buildMessagePage(ABOVE, title, lead, below));
      if (form.has("stop")) {
        await refuseMails(context, email);
        return show(
          "You've unsubscribed",
          `We won't e-mail ${email} about sold-out pieces any more.`,
          renderLinkButton(BACK_IN_STOCK_PATH, link, "allow", "Get these e-mails again", "secondary"),
        );
      }
      if (form.has("allow")) {
        await allowMails(context, email);
        return show(
          "You'll get these e-mails again",
          `Enter ${email} on the page of a sold-out piece, and we'll e-mail you once when the piece is back.`,
        );
      }
      const product = findProductSummary(context, productId);
      if (form.has("again") && (await requestAgain(context, productId, email)))
        return show(
          "We'll e-mail you again",
          `We'll e-mail ${email} once when this is back: ${product?.title ?? ""}.`,
        );
      return sendPlainPage(reply, 200, renderChoice(mailed, product, link));
    },
  });

const renderChoice = (
  { productId, email }: NotifyRequest,
  product: { title: string; stock?: number | undefined } | undefined,
  link: string,
): PlainPage => ({
  ...buildMessagePage(
    ABOVE,
    product?.title ?? "This piece is not in the shop any more",
    `Somebody asked us to e-mail ${email} when this piece is back.`,
    html`${product && (isSoldOut(product) ? renderLinkButton(BACK_IN_STOCK_PATH, link, "again", "Notify me again when it is back", "primary") : html`<p class="part"><a class="button primary" href="${links.product(productId)}" rel="noreferrer">See it</a></p>`)}
    ${renderLinkButton(BACK_IN_STOCK_PATH, link, "stop", "Stop these e-mails", "secondary")}`,
  ),
  title: TITLE,
});

const noLinkPage = buildMessagePage(
  ABOVE,
  "This link does not work",
  html`Part of the link may be missing. <a href="${links.contact}" rel="noreferrer">Write to us</a>, and we'll
    stop the e-mails for you.`,
);
