import { colours } from "#contract/colours.ts";
import { html, Html, joinLines } from "#contract/html.ts";
import type { Goods, MailFact } from "../mail.ts";
import { type Sender, toWholeHref } from "./sender.ts";
import { FIGURES, SMALL, TEXT } from "./mail-styles.ts";

/** What Outlook for Windows alone reads. */
export const forOutlook = (markup: string): Html => new Html(`<!--[if mso]>${markup}<![endif]-->`);

export const toLineBreaks = (text: string): Html => joinLines(text.split(/\r\n|[\r\n]/));

/** One row over the whole width of a mail. */
export const renderRow = (content: Html, style: string, name = ""): Html =>
  html`<tr>
    <td class="inset ${name}" style="${style}">${content}</td>
  </tr>`;

export const renderTable = (rows: Html | readonly Html[], style = "margin:0"): Html =>
  html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="${style}">
    ${rows}
  </table>`;

/** The pieces with their pictures, and the sum below them. */
export function renderGoods({ items, totals }: Goods, sender: Sender): Html {
  return renderTable(
    [...items.map((item) => renderItem(item, sender)), ...totals.map(renderTotal)],
    "margin:28px 0 0",
  );
}

const PICTURE_SIDE = 64;

const renderItem = ({ title, quantity, price, total, picture }: Goods["items"][number], sender: Sender) =>
  html`<tr>
    <td
      class="rule"
      width="${PICTURE_SIDE}"
      valign="top"
      style="padding:12px 16px 12px 0;border-top:1px solid ${colours.sand}"
    >
      ${renderPicture(picture, sender)}
    </td>
    <td
      class="rule ink"
      valign="top"
      style="padding:12px 16px 12px 0;border-top:1px solid ${colours.sand};${TEXT};font-size:15px;line-height:1.4"
    >
      ${title}<br /><span class="soft" style="${SMALL};${FIGURES}">${quantity} × ${price}</span>
    </td>
    <td
      class="rule ink"
      align="right"
      valign="top"
      style="padding:12px 0;border-top:1px solid ${colours.sand};${TEXT};font-size:15px;line-height:1.4;${FIGURES}"
    >
      ${total}
    </td>
  </tr>`;

/** Its title stands beside it, so it needs no words of its own; without it an empty square keeps the place. */
function renderPicture(picture: string | undefined, sender: Sender): Html {
  const href = picture === undefined ? "" : toWholeHref(picture, sender);
  const shown = /^https?:/.test(href)
    ? html`<img
        src="${href}"
        width="${PICTURE_SIDE}"
        height="${PICTURE_SIDE}"
        alt=""
        style="display:block;width:${PICTURE_SIDE}px;height:${PICTURE_SIDE}px;border:0;border-radius:4px;object-fit:cover"
      />`
    : html`&nbsp;`;
  return html`<table role="presentation" width="${PICTURE_SIDE}" cellpadding="0" cellspacing="0" border="0">
    <tr>
      <td
        class="panel"
        width="${PICTURE_SIDE}"
        height="${PICTURE_SIDE}"
        bgcolor="${colours.linen}"
        style="background-color:${colours.linen};border-radius:4px;line-height:0;font-size:0"
      >
        ${shown}
      </td>
    </tr>
  </table>`;
}

/** The last one counts. */
function renderTotal({ label, value }: MailFact, place: number, all: readonly MailFact[]): Html {
  const counts = place === all.length - 1;
  const begins = place === 0 || counts;
  const below = counts ? 0 : place === all.length - 2 ? 12 : 3;
  const style = `${begins ? `border-top:1px solid ${colours.sand};` : ""}padding:${begins ? 12 : 3}px 0 ${below}px;${counts ? `${TEXT};font-weight:600` : SMALL}`;
  const names = counts ? "rule ink" : "rule soft";
  return html`<tr>
    <td class="${names}" colspan="2" style="${style}">${label}</td>
    <td class="${names}" align="right" style="${style};${FIGURES}">${value}</td>
  </tr>`;
}
