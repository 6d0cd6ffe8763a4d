import { greeting, type MailContent, type MailFact, nextTitle, SAMPLE_NOTICE, spacedCode } from "../mail.ts";
import { contactLines, type Sender, wholeHref } from "./sender.ts";
import { escaped, goodsTable, lineBreaks, row, table } from "./mail-parts.ts";
import {
  BARK,
  BUTTON,
  EYEBROW,
  HEADING,
  INK,
  LINEN,
  PAPER,
  SAND,
  SMALL,
  STYLE_SHEET,
  TEXT,
  WALNUT,
} from "./mail-styles.ts";

/** The letter as mail programs of every age show it alike: one column of at most 600 px. */
export function asHtml(mail: MailContent, sender: Sender): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no,date=no,address=no,email=no">
<title>${escaped(mail.subject)}</title>
<style>
${STYLE_SHEET}
</style>
</head>
<body class="page" style="margin:0;padding:0;background-color:${LINEN};-webkit-text-size-adjust:100%">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${escaped(mail.preview)}${FILLER}</div>
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="${LINEN}" style="background-color:${LINEN}"><tr><td align="center" style="padding:24px 10px 32px">
<!--[if mso]><table role="presentation" width="600" cellpadding="0" cellspacing="0" border="0"><tr><td><![endif]-->
<table role="presentation" class="card" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="${PAPER}" style="max-width:600px;background-color:${PAPER};border:1px solid ${SAND};border-radius:4px">
${mail.isSample ? row(notice(SAMPLE_NOTICE), "padding:16px 32px 0") : ""}
${row(wordmark(sender), `padding:24px 32px 20px;border-bottom:1px solid ${SAND}`, "rule")}
${row(bodyOf(mail, sender), "padding:28px 32px 32px")}
</table>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:600px">
${row(below(mail, sender), "padding:20px 32px 0")}
</table>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr></table>
</body>
</html>`;
}

/** Keeps the first words of the mail out of the line a mailbox shows beside the subject. */
const FILLER = "&#847;&zwnj;&nbsp;".repeat(60);

function bodyOf(mail: MailContent, sender: Sender): string {
  const { heading, paragraphs, code, quote, facts, action, goods, shipTo, next, footnote } = mail;
  return [
    `<h1 class="ink" style="margin:0 0 20px;${HEADING};font-size:28px;line-height:1.25;color:${INK}">${escaped(heading)}</h1>`,
    paragraph(greeting(mail)),
    ...paragraphs.map(paragraph),
    code && codeBox(spacedCode(code)),
    quote && quoteBox(quote.by, quote.words),
    facts && factsTable(facts, sender),
    action && button(action.label, wholeHref(action.href, sender)),
    goods && goodsTable(goods, sender),
    shipTo && block("It goes to", small(shipTo.map(escaped).join("<br>"))),
    next && block(nextTitle(next), next.sentences.map((each) => small(escaped(each))).join("")),
    footnote &&
      `<p class="soft rule" style="margin:28px 0 0;padding-top:20px;border-top:1px solid ${SAND};${SMALL}">${escaped(footnote)}</p>`,
  ]
    .filter(Boolean)
    .join("\n");
}

const wordmark = ({ tradeName, website }: Sender): string =>
  `<a href="${escaped(website)}" class="ink" style="${HEADING};font-size:24px;line-height:1.2;letter-spacing:0.5px;color:${WALNUT};text-decoration:none">${escaped(tradeName)}</a>`;

const notice = (words: string): string =>
  `<p class="panel ink" style="margin:0;padding:10px 14px;background-color:${LINEN};border-radius:4px;${SMALL};font-weight:600;color:${INK}">${escaped(words)}</p>`;

const paragraph = (text: string): string =>
  `<p class="ink" style="margin:0 0 16px;${TEXT}">${escaped(text)}</p>`;

const small = (html: string): string => `<p class="soft" style="margin:0 0 8px;${SMALL}">${html}</p>`;

const block = (title: string, html: string): string =>
  `<h2 class="soft" style="margin:28px 0 8px;${EYEBROW}">${escaped(title)}</h2>\n${html}`;

const codeBox = (code: string): string =>
  table(
    `<tr><td align="center" class="panel ink" bgcolor="${LINEN}" style="padding:20px;background-color:${LINEN};border-radius:4px;${TEXT};font-size:32px;font-weight:600;letter-spacing:6px">${escaped(code)}</td></tr>`,
  );

const quoteBox = (by: string, words: string): string =>
  table(
    `<tr><td class="panel" bgcolor="${LINEN}" style="padding:16px 20px;background-color:${LINEN};border-left:3px solid ${BARK};border-radius:2px">
<p class="soft" style="margin:0 0 4px;${EYEBROW}">${escaped(by)}</p>
<p class="ink" style="margin:0;${TEXT};word-break:break-word">${lineBreaks(escaped(words))}</p>
</td></tr>`,
    "margin:8px 0 20px",
  );

const factsTable = (facts: readonly MailFact[], sender: Sender): string =>
  table(
    facts
      .map(
        ({ label, value, href }) =>
          `<tr><td class="soft" valign="top" width="38%" style="padding:3px 16px 3px 0;${SMALL}">${escaped(label)}</td><td class="ink" valign="top" style="padding:3px 0;${SMALL};color:${INK};font-weight:600;word-break:break-word">${href ? link(value, wholeHref(href, sender)) : escaped(value)}</td></tr>`,
      )
      .join("\n"),
    "margin:8px 0 8px",
  );

const link = (words: string, href: string): string =>
  `<a href="${escaped(href)}" class="ink" style="color:${INK};text-decoration:underline">${escaped(words)}</a>`;

/** Outlook for Windows knows no padding on a link: it gets the room from letters no one sees. */
const button = (label: string, href: string): string =>
  `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:20px 0 0"><tr><td class="button" bgcolor="${WALNUT}" style="background-color:${WALNUT};border-radius:2px"><a href="${escaped(href)}" class="button-words" style="display:inline-block;padding:14px 26px;mso-padding-alt:0;${BUTTON}"><!--[if mso]><i style="mso-font-width:200%;mso-text-raise:26pt" hidden>&emsp;</i><span style="mso-text-raise:13pt"><![endif]-->${escaped(label)}<!--[if mso]></span><i style="mso-font-width:200%" hidden>&emsp;&#8203;</i><![endif]--></a></td></tr></table>`;

const below = ({ why }: MailContent, sender: Sender): string =>
  `<p class="soft" style="margin:0;${SMALL};font-size:13px"><a href="${escaped(sender.website)}" class="soft" style="color:${BARK};text-decoration:underline">${escaped(sender.tradeName)}</a><br>${[...contactLines(sender), why].map(escaped).join("<br>")}</p>`;
