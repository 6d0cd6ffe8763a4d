import { colours } from "#contract/colours.ts";
import { getGreeting, type MailContent, getNextTitle, SAMPLE_NOTICE, formatCode } from "../mail.ts";
import { type Sender, toWholeHref } from "./sender.ts";
import { html, Html, joinLines } from "#contract/html.ts";
import { forOutlook, renderGoods, renderRow } from "./mail-parts.ts";
import { HEADING, SMALL, STYLE_SHEET } from "./mail-styles.ts";
import {
  renderFooter,
  renderBlock,
  renderButton,
  renderCode,
  renderFacts,
  FILLER,
  renderNotice,
  renderOtherWay,
  renderParagraph,
  renderQuote,
  renderSmall,
  renderWordmark,
} from "./mail-blocks.ts";

/** The mail as mail programs of every age show it alike: one column of at most 600 px. */
export function toHtml(mail: MailContent, sender: Sender): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width,initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <meta name="format-detection" content="telephone=no,date=no,address=no,email=no" />
        <title>${mail.subject}</title>
        <style>
          ${new Html(STYLE_SHEET)}
        </style>
      </head>
      <body
        class="page"
        style="margin:0;padding:0;background-color:${colours.linen};-webkit-text-size-adjust:100%"
      >
        <div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${mail.preview}${FILLER}</div>
        <table
          role="presentation"
          class="page"
          width="100%"
          cellpadding="0"
          cellspacing="0"
          border="0"
          bgcolor="${colours.linen}"
          style="background-color:${colours.linen}"
        >
          <tr>
            <td align="center" style="padding:24px 10px 32px">
              ${forOutlook(`<table role="presentation" width="600" cellpadding="0" cellspacing="0" border="0"><tr><td>`)}
              <table
                role="presentation"
                class="card"
                width="100%"
                cellpadding="0"
                cellspacing="0"
                border="0"
                bgcolor="${colours.paper}"
                style="max-width:600px;background-color:${colours.paper};border:1px solid ${colours.sand};border-radius:4px"
              >
                ${mail.isSample ? renderRow(renderNotice(SAMPLE_NOTICE), "padding:16px 32px 0") : ""}
                ${renderRow(renderWordmark(sender), `padding:24px 32px 20px;border-bottom:1px solid ${colours.sand}`, "rule")}
                ${renderRow(renderBody(mail, sender), "padding:28px 32px 32px")}
              </table>
              <table
                role="presentation"
                width="100%"
                cellpadding="0"
                cellspacing="0"
                border="0"
                style="max-width:600px"
              >
                ${renderRow(renderFooter(mail, sender), "padding:20px 32px 0")}
              </table>
              ${forOutlook("</td></tr></table>")}
            </td>
          </tr>
        </table>
      </body>
    </html>`.text;
}

function renderBody(mail: MailContent, sender: Sender): Html {
  const { heading, paragraphs, code, quote, facts, action, otherWay, goods, shipTo, next, footnote } = mail;
  return html`${[
    html`<h1
      class="ink"
      style="margin:0 0 20px;${HEADING};font-size:28px;line-height:1.25;color:${colours.ink}"
    >
      ${heading}
    </h1>`,
    renderParagraph(getGreeting(mail)),
    ...paragraphs.map(renderParagraph),
    code && renderCode(formatCode(code)),
    quote && renderQuote(quote.by, quote.text),
    facts && renderFacts(facts, sender),
    action && renderButton(action.label, toWholeHref(action.href, sender)),
    otherWay && renderOtherWay(otherWay.label, toWholeHref(otherWay.href, sender)),
    goods && renderGoods(goods, sender),
    shipTo && renderBlock("It goes to", renderSmall(joinLines(shipTo))),
    next && renderBlock(getNextTitle(next), html`${next.sentences.map(renderSmall)}`),
    footnote &&
      html`<p
        class="soft rule"
        style="margin:28px 0 0;padding-top:20px;border-top:1px solid ${colours.sand};${SMALL}"
      >
        ${footnote}
      </p>`,
  ]}`;
}
