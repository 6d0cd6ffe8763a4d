import { colours } from "#contract/colours.ts";
import { escapeHtml } from "#contract/html.ts";
import type { Goods, MailFact } from "../mail.ts";
import { type Sender, toWholeHref } from "./sender.ts";
import { FIGURES, SMALL, TEXT } from "./mail-styles.ts";

export const toLineBreaks = (html: string): string => html.replaceAll(/\r\n|[\r\n]/g, "<br>");

/** One row over the whole width of a mail. */
export const renderRow = (html: string, style: string, name = ""): string =>
  `<tr><td class="inset ${name}" style="${style}">\n${html}\n</td></tr>`;

export const renderTable = (rows: string, style = "margin:0"): string =>
  `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="${style}">\n${rows}\n</table>`;

/** The pieces with their pictures, and the sum below them. */
export function renderGoods({ items, totals }: Goods, sender: Sender): string {
  return renderTable(
    [...items.map((item) => renderItem(item, sender)), ...totals.map(renderTotal)].join("\n"),
    "margin:28px 0 0",
  );
}

const PICTURE_SIDE = 64;

const renderItem = ({ title, quantity, price, total, picture }: Goods["items"][number], sender: Sender) =>
  `<tr><td class="rule" width="${PICTURE_SIDE}" valign="top" style="padding:12px 16px 12px 0;border-top:1px solid ${colours.sand}">${renderPicture(picture, sender)}</td>
<td class="rule ink" valign="top" style="padding:12px 16px 12px 0;border-top:1px solid ${colours.sand};${TEXT};font-size:15px;line-height:1.4">${escapeHtml(title)}<br><span class="soft" style="${SMALL};${FIGURES}">${escapeHtml(quantity)} × ${escapeHtml(price)}</span></td>
<td class="rule ink" align="right" valign="top" style="padding:12px 0;border-top:1px solid ${colours.sand};${TEXT};font-size:15px;line-height:1.4;${FIGURES}">${escapeHtml(total)}</td></tr>`;

/** Its title stands beside it, so it needs no words of its own; without it an empty square keeps the place. */
function renderPicture(picture: string | undefined, sender: Sender): string {
  const href = picture === undefined ? "" : toWholeHref(picture, sender);
  const shown = /^https?:/.test(href)
    ? `<img src="${escapeHtml(href)}" width="${PICTURE_SIDE}" height="${PICTURE_SIDE}" alt="" style="display:block;width:${PICTURE_SIDE}px;height:${PICTURE_SIDE}px;border:0;border-radius:4px;object-fit:cover">`
    : "&nbsp;";
  return `<table role="presentation" width="${PICTURE_SIDE}" cellpadding="0" cellspacing="0" border="0"><tr><td class="panel" width="${PICTURE_SIDE}" height="${PICTURE_SIDE}" bgcolor="${colours.linen}" style="background-color:${colours.linen};border-radius:4px;line-height:0;font-size:0">${shown}</td></tr></table>`;
}

/** The last one counts. */
function renderTotal({ label, value }: MailFact, place: number, all: readonly MailFact[]): string {
  const counts = place === all.length - 1;
  const begins = place === 0 || counts;
  const below = counts ? 0 : place === all.length - 2 ? 12 : 3;
  const style = `${begins ? `border-top:1px solid ${colours.sand};` : ""}padding:${begins ? 12 : 3}px 0 ${below}px;${counts ? `${TEXT};font-weight:600` : SMALL}`;
  const names = counts ? "rule ink" : "rule soft";
  return `<tr><td class="${names}" colspan="2" style="${style}">${escapeHtml(label)}</td><td class="${names}" align="right" style="${style};${FIGURES}">${escapeHtml(value)}</td></tr>`;
}
