import type { Mail } from "#platform/mail/mail.ts";
import type { MailContent, MailFact, MailGoods, MailAction } from "./mail.ts";
import { type Sender, toWholeHref, listContactLines } from "./sender.ts";
import { paint } from "#shop/brand/derive-colours.ts";
import { drawPicture } from "#shop/media/server/index.ts";
import { describeTreeRing, nameTreeRing, renderTreeRing } from "#shop/orders/tree-ring.ts";
import { colours, darkColours } from "#contract/colours.ts";
import { html, Html, joinLines } from "#contract/html.ts";
import { splitOrderNumbers } from "#contract/order-number.ts";
import { toPrintable } from "#contract/text.ts";

const LAYOUT = new Html('role="presentation" cellpadding="0" cellspacing="0" border="0"');

/** `ringHref` is the URL of the tree ring, or null if the mail shows no ring. */
export function renderMail(
  mail: MailContent,
  sender: Sender,
  ringHref: string | null = null,
): Omit<Mail, "to"> {
  const { isSample, subject, replyTo } = mail;
  return {
    subject: isSample ? `[Sample] ${subject}` : subject,
    text: toText(mail, sender),
    html: paint(toHtml(mail, sender, ringHref), sender.face?.colours ?? {}),
    ...(replyTo !== undefined && { replyTo }),
  };
}

/** Returns `Hello Asha,`. Leaves out a name that looks like a link, because it could be spam. */
function getGreeting({ to }: Pick<MailContent, "to">): string {
  const name = toPrintable(to ?? "");
  return name === "" || LOOKS_LIKE_AN_ADDRESS.test(name) ? "Hello," : `Hello ${name},`;
}

const LOOKS_LIKE_AN_ADDRESS = /[/\\@:]|\.\p{L}/u;

const NEXT_TITLE = "What happens next";

const formatCode = (code: string): string => code.replace(/^(\d{3})(\d{3})$/, "$1 $2");

const SAMPLE_NOTICE = "This is a sample with invented data. It is not sent to anybody.";

function toHtml(mail: MailContent, sender: Sender, ringHref: string | null): string {
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
          ${LAYOUT}
          class="page"
          width="100%"
          bgcolor="${colours.linen}"
          style="background-color:${colours.linen}"
        >
          <tr>
            <td align="center" style="padding:24px 10px 32px">
              ${forOutlook(`<table ${LAYOUT.text} width="600"><tr><td>`)}
              <table
                ${LAYOUT}
                class="card"
                width="100%"
                bgcolor="${colours.paper}"
                style="max-width:600px;background-color:${colours.paper};border:1px solid ${colours.sand};border-radius:4px"
              >
                ${mail.isSample ? renderRow(renderPanel(SAMPLE_NOTICE, NOTICE), "padding:16px 32px 0") : ""}
                ${renderRow(renderWordmark(sender), `padding:24px 32px 20px;border-bottom:1px solid ${colours.sand}`, "rule")}
                ${renderRow(renderBody(mail, sender, ringHref), "padding:28px 32px 32px")}
              </table>
              <table ${LAYOUT} width="100%" style="max-width:600px">
                ${renderRow(renderFooter(mail, sender), "padding:20px 32px 0")}
              </table>
              ${forOutlook("</td></tr></table>")}
            </td>
          </tr>
        </table>
      </body>
    </html>`.text;
}

function renderBody(mail: MailContent, sender: Sender, ringHref: string | null): Html {
  const { heading, paragraphs, code, quote, facts, action, otherWay, goods, shipTo, next, footnote } = mail;
  const { nextTitle = NEXT_TITLE } = mail;
  return html`${[
    html`<h1
      class="ink"
      style="margin:0 0 20px;${HEADING};font-size:28px;line-height:1.25;color:${colours.ink}"
    >
      ${heading}
    </h1>`,
    renderParagraph(getGreeting(mail)),
    ...paragraphs.map(renderParagraph),
    code && renderPanel(formatCode(code), CODE),
    quote && renderQuote(quote.by, quote.text),
    facts && renderFacts(facts, sender),
    action && renderButton(action.label, toWholeHref(action.href, sender)),
    otherWay &&
      html`<p class="soft" style="margin:12px 0 0;${SMALL}">
        ${renderLink(otherWay.label, toWholeHref(otherWay.href, sender))}
      </p>`,
    goods &&
      renderTable(
        [...goods.items.map((item) => renderItem(item, sender)), ...goods.totals.map(renderTotal)],
        "margin:28px 0 0",
      ),
    shipTo && renderBlock("Delivering to", renderSmall(joinLines(shipTo))),
    next && renderBlock(nextTitle, html`${next.map(renderSmall)}`),
    mail.treeRing && ringHref !== null && renderRing(ringHref, mail.treeRing),
    footnote &&
      html`<p
        class="soft rule"
        style="margin:28px 0 0;padding-top:20px;border-top:1px solid ${colours.sand};${SMALL}"
      >
        ${footnote}
      </p>`,
  ]}`;
}

/** Invisible characters. Without them, mail programs fill the preview line with the beginning of the mail. */
const FILLER = new Html("&#847;&zwnj;&nbsp;".repeat(60));

/** The shop's name is text, because mail programs often hide pictures. */
const renderWordmark = ({ tradeName, website }: Sender): Html =>
  html`<a href="${website}" class="ink" style="${WORDMARK}"
    ><img
      src="${website}${MARK_PICTURE}"
      width="${MARK_SIDE}"
      height="${MARK_SIDE}"
      alt=""
      style="width:${MARK_SIDE}px;height:${MARK_SIDE}px;margin:-8px 4px -8px -9px;border:0;border-radius:50%;vertical-align:middle"
    />${tradeName}</a
  >`;

/** A PNG, because mail programs do not show SVG. Its light background makes the mark visible in dark mode. */
const MARK_PICTURE = "/apple-touch-icon.png";
const MARK_SIDE = 52;

const renderParagraph = (text: string): Html =>
  html`<p class="ink" style="margin:0 0 16px;${TEXT}">${keepOnOneLine(text)}</p>`;

const renderSmall = (content: Html | string): Html =>
  html`<p class="soft" style="margin:0 0 8px;${SMALL}">
    ${typeof content === "string" ? keepOnOneLine(content) : content}
  </p>`;

/** Keeps each order number in the text on one line. */
const keepOnOneLine = (text: string): Html =>
  splitOrderNumbers(text).reduce(
    (before, part, at) =>
      html`${before}${at % 2 === 0 ? part : html`<span style="white-space:nowrap">${part}</span>`}`,
    html``,
  );

const renderBlock = (title: string, content: Html): Html =>
  html`<h2 class="soft" style="margin:28px 0 8px;${EYEBROW}">${title}</h2>
    ${content}`;

const RING_SIDE = 96;

const renderRing = (href: string, { order, grown }: NonNullable<MailContent["treeRing"]>): Html =>
  html`<table ${LAYOUT} style="margin:28px 0 0">
    <tr>
      <td width="${RING_SIDE}" style="padding:0 20px 0 0">
        <img
          src="${href}"
          width="${RING_SIDE}"
          height="${RING_SIDE}"
          alt="${describeTreeRing(grown, order)}"
          style="display:block;width:${RING_SIDE}px;height:${RING_SIDE}px;border:0;${SMALL}"
        />
      </td>
      <td>
        <h2 class="soft" style="margin:0 0 4px;${EYEBROW}">${nameTreeRing(order)}</h2>
        ${renderSmall("Drawn from your order number, so it is unique. Each step of your order adds a ring.")}
      </td>
    </tr>
  </table>`;

export const drawTreeRingPicture = ({
  order,
  grown,
}: NonNullable<MailContent["treeRing"]>): Promise<Buffer> =>
  drawPicture(renderTreeRing(order.orderId, grown), 2 * RING_SIDE);

const renderPanel = (content: Html | string, style: string, margin?: string): Html =>
  renderTable(
    html`<tr>
      <td class="panel ink" bgcolor="${colours.linen}" style="background-color:${colours.linen};${style}">
        ${content}
      </td>
    </tr>`,
    margin,
  );

const renderQuote = (author: string, text: string): Html =>
  renderPanel(
    html`<p class="soft" style="margin:0 0 4px;${EYEBROW}">${author}</p>
      <p class="ink" style="margin:0;${TEXT};word-break:break-word">${joinLines(splitLines(text))}</p>`,
    `padding:16px 20px;border-left:3px solid ${colours.bark};border-radius:2px`,
    "margin:8px 0 20px",
  );

const renderFacts = (facts: readonly MailFact[], sender: Sender): Html =>
  renderTable(
    facts.map(
      ({ label, value, href }) =>
        html`<tr>
          <td class="soft" valign="top" width="38%" style="padding:3px 16px 3px 0;${SMALL}">${label}</td>
          <td
            class="ink"
            valign="top"
            style="padding:3px 0;${SMALL};color:${colours.ink};font-weight:600;word-break:break-word"
          >
            ${href ? renderLink(value, toWholeHref(href, sender)) : value}
          </td>
        </tr>`,
    ),
    "margin:8px 0 8px",
  );

const renderLink = (text: string, href: string): Html =>
  html`<a href="${href}" class="ink" style="color:${colours.ink};text-decoration:underline">${text}</a>`;

/** Outlook for Windows ignores the padding of a link, so invisible characters create the space. */
const renderButton = (label: string, href: string): Html =>
  html`<table ${LAYOUT} style="margin:20px 0 0">
    <tr>
      <td
        class="button"
        bgcolor="${colours.walnut}"
        style="background-color:${colours.walnut};border-radius:2px"
      >
        <a
          href="${href}"
          class="button-words"
          style="display:inline-block;padding:14px 26px;mso-padding-alt:0;${BUTTON}"
          >${forOutlook(`<i style="mso-font-width:200%;mso-text-raise:26pt" hidden>&emsp;</i><span style="mso-text-raise:13pt">`)}${label}${forOutlook(`</span><i style="mso-font-width:200%" hidden>&emsp;&#8203;</i>`)}</a
        >
      </td>
    </tr>
  </table>`;

const renderFooter = ({ why }: MailContent, sender: Sender): Html =>
  html`<p class="soft" style="margin:0;${SMALL};font-size:13px">
    <a
      href="${sender.website}"
      class="soft"
      style="color:${colours.bark};font-weight:600;text-decoration:underline"
      >${sender.tradeName}</a
    ><br />${joinLines([...listContactLines(sender), keepOnOneLine(why)])}
  </p>`;

const forOutlook = (markup: string): Html => new Html(`<!--[if mso]>${markup}<![endif]-->`);

const splitLines = (text: string): string[] => text.split(/\r\n|[\r\n]/);

const renderRow = (content: Html, style: string, name = ""): Html =>
  html`<tr>
    <td class="inset ${name}" style="${style}">${content}</td>
  </tr>`;

const renderTable = (rows: Html | readonly Html[], style = "margin:0"): Html =>
  html`<table ${LAYOUT} width="100%" style="${style}">
    ${rows}
  </table>`;

const PICTURE_SIDE = 64;

const renderItem = (item: MailGoods["items"][number], sender: Sender) =>
  html`<tr>
    <td class="rule" width="${PICTURE_SIDE}" valign="top" style="padding:12px 16px 12px 0;${ITEM}">
      ${renderPicture(item.picture, sender)}
    </td>
    <td class="rule ink" valign="top" style="padding:12px 16px 12px 0;${ITEM}">
      ${item.title}<br /><span class="soft" style="${SMALL};${FIGURES}">${formatQuantity(item)}</span>
    </td>
    <td class="rule ink" align="right" valign="top" style="padding:12px 0;${ITEM};${FIGURES}">
      ${item.amounts?.total}
    </td>
  </tr>`;

const formatQuantity = ({ quantity, amounts }: MailGoods["items"][number]): string =>
  amounts ? `${quantity} × ${amounts.price}` : `Quantity ${quantity}`;

/** The alt text is empty, because the title is beside the picture. */
function renderPicture(picture: string | undefined, sender: Sender): Html {
  const href = picture === undefined ? "" : toWholeHref(picture, sender);
  const source = /^https?:/.test(href)
    ? html`<img
        src="${href}"
        width="${PICTURE_SIDE}"
        height="${PICTURE_SIDE}"
        alt=""
        style="display:block;width:${PICTURE_SIDE}px;height:${PICTURE_SIDE}px;border:0;border-radius:4px;object-fit:cover"
      />`
    : html`&nbsp;`;
  return html`<table ${LAYOUT} width="${PICTURE_SIDE}">
    <tr>
      <td
        class="panel"
        width="${PICTURE_SIDE}"
        height="${PICTURE_SIDE}"
        bgcolor="${colours.linen}"
        style="background-color:${colours.linen};border-radius:4px;line-height:0;font-size:0"
      >
        ${source}
      </td>
    </tr>
  </table>`;
}

function renderTotal({ label, value }: MailFact, place: number, all: readonly MailFact[]): Html {
  const isTotal = place === all.length - 1;
  const startsGroup = place === 0 || isTotal;
  const below = isTotal ? 0 : place === all.length - 2 ? 12 : 3;
  const style = `${startsGroup ? `border-top:1px solid ${colours.sand};` : ""}padding:${startsGroup ? 12 : 3}px 0 ${below}px;${isTotal ? `${TEXT};font-weight:600` : SMALL}`;
  const names = isTotal ? "rule ink" : "rule soft";
  return html`<tr>
    <td class="${names}" colspan="2" style="${style}">${label}</td>
    <td class="${names}" align="right" style="${style};${FIGURES}">${value}</td>
  </tr>`;
}

/* Styles are inline and the layout uses tables, because mail programs hardly support style sheets. Some programs
   invert all colours in dark mode; these colours stay readable there. */

const FONT = "font-family:Figtree,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const HEADING = "font-family:Marcellus,Georgia,'Times New Roman',serif;font-weight:400";

const TEXT = `${FONT};font-size:16px;line-height:1.6;color:${colours.ink}`;
const SMALL = `${FONT};font-size:14px;line-height:1.55;color:${colours.bark}`;
const EYEBROW = `${FONT};font-size:12px;line-height:1.5;font-weight:600;letter-spacing:1.2px;text-transform:uppercase;color:${colours.bark}`;
const WORDMARK = `${FONT};font-size:20px;line-height:1.2;font-weight:400;letter-spacing:3px;text-transform:uppercase;color:${colours.walnut};text-decoration:none`;
const BUTTON = `${FONT};font-size:16px;font-weight:600;line-height:20px;color:${colours.paper};text-decoration:none`;
const NOTICE = `padding:10px 14px;border-radius:4px;${SMALL};font-weight:600;color:${colours.ink}`;
const CODE = `padding:20px;border-radius:4px;text-align:center;${TEXT};font-size:32px;font-weight:600;letter-spacing:6px`;
const ITEM = `border-top:1px solid ${colours.sand};${TEXT};font-size:15px;line-height:1.4`;
const FIGURES = "font-variant-numeric:tabular-nums;white-space:nowrap";

const dark: Record<string, string> = {
  page: `background-color:${darkColours.ground}`,
  card: `background-color:${darkColours.card};border-color:${darkColours.line}`,
  panel: `background-color:${darkColours.panel}`,
  rule: `border-color:${darkColours.line}`,
  ink: `color:${darkColours.ink}`,
  soft: `color:${darkColours.soft}`,
  button: `background-color:${darkColours.button}`,
  "button-words": `color:${darkColours.buttonText}`,
};

const markImportant = (rules: string) => `${rules.replaceAll(";", "!important;")}!important`;

const forceDark = (prefix: string) =>
  Object.entries(dark)
    .map(([name, rules]) => `${prefix}.${name}{${markImportant(rules)}}`)
    .join("\n");

/** Styles for narrow windows and dark mode. Outlook's apps mark dark mode with `data-ogsc` and `data-ogsb`. */
const STYLE_SHEET = `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (max-width:480px){.inset{padding-left:20px!important;padding-right:20px!important}}
@media (prefers-color-scheme:dark){
${forceDark("")}
}
${forceDark("[data-ogsc] ")}
${forceDark("[data-ogsb] ")}`;

function toText(mail: MailContent, sender: Sender): string {
  const { heading, paragraphs, code, quote, facts, action, otherWay, goods, shipTo, next, footnote } = mail;
  const { nextTitle = NEXT_TITLE } = mail;
  const parts = [
    mail.isSample && `*** ${SAMPLE_NOTICE} ***`,
    heading,
    getGreeting(mail),
    ...paragraphs,
    code && `    ${formatCode(code)}`,
    quote && [`${quote.by}:`, ...splitLines(quote.text).map((line) => `> ${line}`)].join("\n"),
    facts && facts.map((fact) => formatFact(fact, sender)).join("\n"),
    action && formatAction(action, sender),
    otherWay && formatAction(otherWay, sender),
    goods && formatGoods(goods, sender),
    shipTo && `Delivering to\n${shipTo.map((line) => `  ${line}`).join("\n")}`,
    next && `${nextTitle}\n${next.map((each) => `- ${each}`).join("\n")}`,
    footnote,
    `-- \n${[sender.tradeName, sender.website, ...listContactLines(sender), mail.why].join("\n")}`,
  ];
  return parts.filter(Boolean).join("\n\n");
}

const formatAction = ({ label, href }: MailAction, sender: Sender): string =>
  `${label}: ${toWholeHref(href, sender)}`;

const formatFact = ({ label, value, href }: MailFact, sender: Sender): string =>
  `${label}: ${value}${href ? ` (${toWholeHref(href, sender)})` : ""}`;

const formatGoods = ({ items, totals }: MailGoods, sender: Sender): string =>
  [
    ...items.map(
      (item) => `${item.title}\n  ${formatQuantity(item)}${item.amounts ? ` = ${item.amounts.total}` : ""}`,
    ),
    totals.map((each) => formatFact(each, sender)).join("\n"),
  ]
    .filter(Boolean)
    .join("\n\n");
