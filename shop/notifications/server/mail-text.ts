import {
  getGreeting,
  type Goods,
  type MailAction,
  type MailContent,
  type MailFact,
  getNextTitle,
  SAMPLE_NOTICE,
  formatCode,
} from "../mail.ts";
import { listContactLines, type Sender, toWholeHref } from "./sender.ts";

/** The mail as plain text: everything the HTML says, in the same order. */
export function toText(mail: MailContent, sender: Sender): string {
  const { heading, paragraphs, code, quote, facts, action, otherWay, goods, shipTo, next, footnote } = mail;
  const parts = [
    mail.isSample && `*** ${SAMPLE_NOTICE} ***`,
    heading,
    getGreeting(mail),
    ...paragraphs,
    code && `    ${formatCode(code)}`,
    quote && `${quote.by}:\n${quoteText(quote.text)}`,
    facts && facts.map((fact) => formatFact(fact, sender)).join("\n"),
    action && formatAction(action, sender),
    otherWay && formatAction(otherWay, sender),
    goods && formatGoods(goods, sender),
    shipTo && `It goes to\n${shipTo.map((line) => `  ${line}`).join("\n")}`,
    next && `${getNextTitle(next)}\n${next.sentences.map((each) => `- ${each}`).join("\n")}`,
    footnote,
    `-- \n${[sender.tradeName, sender.website, ...listContactLines(sender), mail.why].join("\n")}`,
  ];
  return parts.filter(Boolean).join("\n\n");
}

const formatAction = ({ label, href }: MailAction, sender: Sender): string =>
  `${label}: ${toWholeHref(href, sender)}`;

const formatFact = ({ label, value, href }: MailFact, sender: Sender): string =>
  `${label}: ${value}${href ? ` (${toWholeHref(href, sender)})` : ""}`;

const formatGoods = ({ items, totals }: Goods, sender: Sender): string =>
  [
    ...items.map(({ title, quantity, price, total }) => `${title}\n  ${quantity} × ${price} = ${total}`),
    totals.map((each) => formatFact(each, sender)).join("\n"),
  ]
    .filter(Boolean)
    .join("\n\n");

/** Every line marked, however it ended. */
const quoteText = (text: string): string =>
  text
    .split(/\r\n|[\r\n]/)
    .map((line) => `> ${line}`)
    .join("\n");
