import { colours } from "#contract/colours.ts";
import { greeting, type MailContent, nextTitle, SAMPLE_NOTICE, spacedCode } from "../mail.ts";
import { type Sender, wholeHref } from "./sender.ts";
import { escaped, goodsTable, row } from "./mail-parts.ts";
import { HEADING, SMALL, STYLE_SHEET } from "./mail-styles.ts";
import {
  below,
  block,
  button,
  codeBox,
  factsTable,
  FILLER,
  notice,
  paragraph,
  quoteBox,
  small,
  wordmark,
} from "./mail-blocks.ts";

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
<body class="page" style="margin:0;padding:0;background-color:${colours.linen};-webkit-text-size-adjust:100%">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${escaped(mail.preview)}${FILLER}</div>
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="${colours.linen}" style="background-color:${colours.linen}"><tr><td align="center" style="padding:24px 10px 32px">
<!--[if mso]><table role="presentation" width="600" cellpadding="0" cellspacing="0" border="0"><tr><td><![endif]-->
<table role="presentation" class="card" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="${colours.paper}" style="max-width:600px;background-color:${colours.paper};border:1px solid ${colours.sand};border-radius:4px">
${mail.isSample ? row(notice(SAMPLE_NOTICE), "padding:16px 32px 0") : ""}
${row(wordmark(sender), `padding:24px 32px 20px;border-bottom:1px solid ${colours.sand}`, "rule")}
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

function bodyOf(mail: MailContent, sender: Sender): string {
  const { heading, paragraphs, code, quote, facts, action, goods, shipTo, next, footnote } = mail;
  return [
    `<h1 class="ink" style="margin:0 0 20px;${HEADING};font-size:28px;line-height:1.25;color:${colours.ink}">${escaped(heading)}</h1>`,
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
      `<p class="soft rule" style="margin:28px 0 0;padding-top:20px;border-top:1px solid ${colours.sand};${SMALL}">${escaped(footnote)}</p>`,
  ]
    .filter(Boolean)
    .join("\n");
}
