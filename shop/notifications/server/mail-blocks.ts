import { colours } from "#contract/colours.ts";
import type { MailContent, MailFact } from "../mail.ts";
import { listContactLines, type Sender, toWholeHref } from "./sender.ts";
import { html, Html, joinLines } from "#contract/html.ts";
import { forOutlook, toLineBreaks, renderTable } from "./mail-parts.ts";
import { BUTTON, EYEBROW, SMALL, TEXT, WORDMARK } from "./mail-styles.ts";

/** Keeps the first words of the mail out of the line a mailbox shows beside the subject. */
export const FILLER = new Html("&#847;&zwnj;&nbsp;".repeat(60));

/** The rings and the name, as over every page. No picture: it is there where pictures are held back. */
export const renderWordmark = ({ tradeName, website }: Sender): Html =>
  html`<a href="${website}" class="ink" style="${WORDMARK}">${RINGS}${tradeName}</a>`;

/** Outlook for Windows would draw squares. */
const RINGS = html`${new Html("<!--[if !mso]><!-->")}<span
    class="ink"
    style="display:inline-block;width:6px;height:6px;margin-right:12px;border:9px double;color:${colours.walnut};border-radius:50%;vertical-align:-5px"
  ></span
  >${new Html("<!--<![endif]-->")}`;

export const renderNotice = (text: string): Html =>
  html`<p
    class="panel ink"
    style="margin:0;padding:10px 14px;background-color:${colours.linen};border-radius:4px;${SMALL};font-weight:600;color:${colours.ink}"
  >
    ${text}
  </p>`;

export const renderParagraph = (text: string): Html =>
  html`<p class="ink" style="margin:0 0 16px;${TEXT}">${text}</p>`;

export const renderSmall = (content: Html | string): Html =>
  html`<p class="soft" style="margin:0 0 8px;${SMALL}">${content}</p>`;

export const renderBlock = (title: string, content: Html): Html =>
  html`<h2 class="soft" style="margin:28px 0 8px;${EYEBROW}">${title}</h2>
    ${content}`;

export const renderCode = (code: string): Html =>
  renderTable(
    html`<tr>
      <td
        align="center"
        class="panel ink"
        bgcolor="${colours.linen}"
        style="padding:20px;background-color:${colours.linen};border-radius:4px;${TEXT};font-size:32px;font-weight:600;letter-spacing:6px"
      >
        ${code}
      </td>
    </tr>`,
  );

export const renderQuote = (by: string, text: string): Html =>
  renderTable(
    html`<tr>
      <td
        class="panel"
        bgcolor="${colours.linen}"
        style="padding:16px 20px;background-color:${colours.linen};border-left:3px solid ${colours.bark};border-radius:2px"
      >
        <p class="soft" style="margin:0 0 4px;${EYEBROW}">${by}</p>
        <p class="ink" style="margin:0;${TEXT};word-break:break-word">${toLineBreaks(text)}</p>
      </td>
    </tr>`,
    "margin:8px 0 20px",
  );

export const renderFacts = (facts: readonly MailFact[], sender: Sender): Html =>
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

/** Outlook for Windows knows no padding on a link: it gets the space from characters no one sees. */
export const renderButton = (label: string, href: string): Html =>
  html`<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:20px 0 0">
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

export const renderOtherWay = (label: string, href: string): Html =>
  html`<p class="soft" style="margin:12px 0 0;${SMALL}">${renderLink(label, href)}</p>`;

export const renderFooter = ({ why }: MailContent, sender: Sender): Html =>
  html`<p class="soft" style="margin:0;${SMALL};font-size:13px">
    <a
      href="${sender.website}"
      class="soft"
      style="color:${colours.bark};font-weight:600;text-decoration:underline"
      >${sender.tradeName}</a
    ><br />${joinLines([...listContactLines(sender), why])}
  </p>`;
