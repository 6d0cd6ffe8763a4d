import { colours } from "#contract/colours.ts";
import type { MailContent, MailFact } from "../mail.ts";
import { contactLines, type Sender, wholeHref } from "./sender.ts";
import { escaped, lineBreaks, table } from "./mail-parts.ts";
import { BUTTON, EYEBROW, HEADING, SMALL, TEXT } from "./mail-styles.ts";

/** Keeps the first words of the mail out of the line a mailbox shows beside the subject. */
export const FILLER = "&#847;&zwnj;&nbsp;".repeat(60);

export const wordmark = ({ tradeName, website }: Sender): string =>
  `<a href="${escaped(website)}" class="ink" style="${HEADING};font-size:24px;line-height:1.2;letter-spacing:0.5px;color:${colours.walnut};text-decoration:none">${escaped(tradeName)}</a>`;

export const notice = (words: string): string =>
  `<p class="panel ink" style="margin:0;padding:10px 14px;background-color:${colours.linen};border-radius:4px;${SMALL};font-weight:600;color:${colours.ink}">${escaped(words)}</p>`;

export const paragraph = (text: string): string =>
  `<p class="ink" style="margin:0 0 16px;${TEXT}">${escaped(text)}</p>`;

export const small = (html: string): string => `<p class="soft" style="margin:0 0 8px;${SMALL}">${html}</p>`;

export const block = (title: string, html: string): string =>
  `<h2 class="soft" style="margin:28px 0 8px;${EYEBROW}">${escaped(title)}</h2>\n${html}`;

export const codeBox = (code: string): string =>
  table(
    `<tr><td align="center" class="panel ink" bgcolor="${colours.linen}" style="padding:20px;background-color:${colours.linen};border-radius:4px;${TEXT};font-size:32px;font-weight:600;letter-spacing:6px">${escaped(code)}</td></tr>`,
  );

export const quoteBox = (by: string, words: string): string =>
  table(
    `<tr><td class="panel" bgcolor="${colours.linen}" style="padding:16px 20px;background-color:${colours.linen};border-left:3px solid ${colours.bark};border-radius:2px">
<p class="soft" style="margin:0 0 4px;${EYEBROW}">${escaped(by)}</p>
<p class="ink" style="margin:0;${TEXT};word-break:break-word">${lineBreaks(escaped(words))}</p>
</td></tr>`,
    "margin:8px 0 20px",
  );

export const factsTable = (facts: readonly MailFact[], sender: Sender): string =>
  table(
    facts
      .map(
        ({ label, value, href }) =>
          `<tr><td class="soft" valign="top" width="38%" style="padding:3px 16px 3px 0;${SMALL}">${escaped(label)}</td><td class="ink" valign="top" style="padding:3px 0;${SMALL};color:${colours.ink};font-weight:600;word-break:break-word">${href ? link(value, wholeHref(href, sender)) : escaped(value)}</td></tr>`,
      )
      .join("\n"),
    "margin:8px 0 8px",
  );

const link = (words: string, href: string): string =>
  `<a href="${escaped(href)}" class="ink" style="color:${colours.ink};text-decoration:underline">${escaped(words)}</a>`;

/** Outlook for Windows knows no padding on a link: it gets the room from letters no one sees. */
export const button = (label: string, href: string): string =>
  `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:20px 0 0"><tr><td class="button" bgcolor="${colours.walnut}" style="background-color:${colours.walnut};border-radius:2px"><a href="${escaped(href)}" class="button-words" style="display:inline-block;padding:14px 26px;mso-padding-alt:0;${BUTTON}"><!--[if mso]><i style="mso-font-width:200%;mso-text-raise:26pt" hidden>&emsp;</i><span style="mso-text-raise:13pt"><![endif]-->${escaped(label)}<!--[if mso]></span><i style="mso-font-width:200%" hidden>&emsp;&#8203;</i><![endif]--></a></td></tr></table>`;

export const below = ({ why }: MailContent, sender: Sender): string =>
  `<p class="soft" style="margin:0;${SMALL};font-size:13px"><a href="${escaped(sender.website)}" class="soft" style="color:${colours.bark};text-decoration:underline">${escaped(sender.tradeName)}</a><br>${[...contactLines(sender), why].map(escaped).join("<br>")}</p>`;
