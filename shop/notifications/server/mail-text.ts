import {
  greeting,
  type Goods,
  type MailContent,
  type MailFact,
  nextTitle,
  SAMPLE_NOTICE,
  spacedCode,
} from "../mail.ts";
import { contactLines, type Sender, wholeHref } from "./sender.ts";

/** The mail as plain text: everything the HTML says, in the same order. */
export function asText(mail: MailContent, sender: Sender): string {
  const { heading, paragraphs, code, quote, facts, action, goods, shipTo, next, footnote } = mail;
  const parts = [
    mail.isSample && `*** ${SAMPLE_NOTICE} ***`,
    heading,
    greeting(mail),
    ...paragraphs,
    code && `    ${spacedCode(code)}`,
    quote && `${quote.by}:\n${asQuoted(quote.words)}`,
    facts && facts.map((fact) => factLine(fact, sender)).join("\n"),
    action && `${action.label}: ${wholeHref(action.href, sender)}`,
    goods && goodsText(goods, sender),
    shipTo && `It goes to\n${shipTo.map((line) => `  ${line}`).join("\n")}`,
    next && `${nextTitle(next)}\n${next.sentences.map((each) => `- ${each}`).join("\n")}`,
    footnote,
    `-- \n${[sender.tradeName, sender.website, ...contactLines(sender), mail.why].join("\n")}`,
  ];
  return parts.filter(Boolean).join("\n\n");
}

const factLine = ({ label, value, href }: MailFact, sender: Sender): string =>
  `${label}: ${value}${href ? ` (${wholeHref(href, sender)})` : ""}`;

const goodsText = ({ items, totals }: Goods, sender: Sender): string =>
  [
    ...items.map(({ title, quantity, price, total }) => `${title}\n  ${quantity} × ${price} = ${total}`),
    totals.map((each) => factLine(each, sender)).join("\n"),
  ]
    .filter(Boolean)
    .join("\n\n");

/** Every line marked, whichever way it was ended. */
const asQuoted = (words: string): string =>
  words
    .split(/\r\n|[\r\n]/)
    .map((line) => `> ${line}`)
    .join("\n");
