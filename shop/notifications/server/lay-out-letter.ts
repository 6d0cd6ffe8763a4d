import type { Mail } from "#platform/mail.ts";
import type { Letter } from "../letter.ts";

/** Who writes, as it stands below every mail. */
export interface Sender {
  tradeName: string;
  /** Origin of the shop. */
  website: string;
  email?: string | undefined;
  phone?: string | undefined;
  /** Postal address, in one line. */
  address?: string | undefined;
}

/** A letter as plain text and as HTML that mail programs of every age show alike. */
export function layOutLetter(letter: Letter, sender: Sender): Omit<Mail, "to"> {
  return { subject: letter.subject, text: asText(letter, sender), html: asHtml(letter, sender) };
}

function asText(letter: Letter, sender: Sender): string {
  const { paragraphs, code, action, footnote } = letter;
  const parts = [
    greeting(letter),
    ...paragraphs,
    code && `    ${spaced(code)}`,
    action && `${action.label}: ${sender.website}${action.path}`,
    footnote,
    `-- \n${[sender.tradeName, sender.website, ...contact(sender)].join("\n")}`,
  ];
  return parts.filter(Boolean).join("\n\n");
}

const greeting = ({ to }: Letter): string => (to ? `Hello ${to},` : "Hello,");
const spaced = (code: string): string => code.replace(/^(\d{3})(\d{3})$/, "$1 $2");
const contact = ({ email, phone, address }: Sender): string[] =>
  [email, phone, address].filter((each) => each !== undefined);

/*
 * Mail programs know no style sheets worth the name: tables and inline styles, the brand's colours spelled out.
 * Nowhere else in the shop is anything styled inline.
 */
const INK = "#241B14";
const BARK = "#5A4636";
const PAPER = "#FAF7F2";
const LINEN = "#F1EBE1";
const SAND = "#E4DACB";
const WALNUT = "#4A2F1D";
const TEXT = "font-family:Figtree,'Segoe UI',Helvetica,Arial,sans-serif";
const HEADING = "font-family:Marcellus,Georgia,'Times New Roman',serif";

function asHtml(letter: Letter, sender: Sender): string {
  const { subject, paragraphs, code, action, footnote } = letter;
  const body = [
    paragraph(greeting(letter)),
    ...paragraphs.map(paragraph),
    code ? codeBox(spaced(code)) : "",
    action ? button(action.label, sender.website + action.path) : "",
    footnote
      ? `<p style="margin:24px 0 0;${TEXT};font-size:14px;line-height:1.6;color:${BARK}">${escaped(footnote)}</p>`
      : "",
  ].join("\n");
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light">
<title>${escaped(subject)}</title>
</head>
<body style="margin:0;padding:0;background:${LINEN}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="${LINEN}"><tr><td align="center" style="padding:32px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="${PAPER}" style="max-width:560px;background:${PAPER};border:1px solid ${SAND};border-radius:4px">
<tr><td style="padding:28px 32px 20px;border-bottom:1px solid ${SAND};${HEADING};font-size:24px;line-height:1.2"><a href="${escaped(sender.website)}" style="color:${WALNUT};text-decoration:none">${escaped(sender.tradeName)}</a></td></tr>
<tr><td style="padding:28px 32px 32px">
${body}
</td></tr>
</table>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px"><tr><td style="padding:20px 32px;${TEXT};font-size:13px;line-height:1.6;color:${BARK}">${[sender.tradeName, ...contact(sender)].map(escaped).join("<br>")}</td></tr></table>
</td></tr></table>
</body>
</html>`;
}

const paragraph = (text: string): string =>
  `<p style="margin:0 0 16px;${TEXT};font-size:16px;line-height:1.6;color:${INK}">${escaped(text)}</p>`;

const codeBox = (code: string): string =>
  `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr><td align="center" bgcolor="${LINEN}" style="padding:20px;background:${LINEN};border-radius:4px;${TEXT};font-size:32px;font-weight:600;letter-spacing:6px;color:${INK}">${escaped(code)}</td></tr></table>`;

const button = (label: string, href: string): string =>
  `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 0"><tr><td bgcolor="${WALNUT}" style="background:${WALNUT};border-radius:2px"><a href="${escaped(href)}" style="display:inline-block;padding:13px 24px;${TEXT};font-size:15px;font-weight:500;line-height:1.2;color:${PAPER};text-decoration:none">${escaped(label)}</a></td></tr></table>`;

const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
