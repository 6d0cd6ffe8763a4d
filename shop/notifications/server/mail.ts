import type { OrderMailData } from "#shop/orders/server/index.ts";
import type { Seller } from "#shop/seller/seller.ts";
import { toPrintable } from "#contract/text.ts";
import type { Order } from "#shop/orders/order.ts";
import type { Rules } from "#shop/policies/rules.ts";
import type { WordedMail } from "#shop/texts/mail-fields.ts";

/** The content of a mail before rendering. Text and HTML contain all of it. */
export interface MailContent {
  subject: string;
  /** The preview line that a mailbox shows beside the subject. */
  preview: string;
  heading: string;
  /** The reader's first name; without it, the greeting contains no name. */
  to?: string;
  paragraphs: readonly string[];
  /** Set large, to be copied by eye. */
  code?: string;
  /** A quoted text, unchanged. */
  quote?: { by: string; text: string };
  facts?: readonly MailFact[];
  /** A link; `href` is a path of this shop or an absolute URL. */
  action?: MailAction;
  /** A second link below the first, for readers who do not want the first. */
  otherWay?: MailAction;
  goods?: Goods;
  /** The tree ring of the order, and the number of its rings that have grown. */
  treeRing?: { order: Pick<Order, "orderId" | "withoutWood">; grown: number };
  /** The delivery address, line by line. */
  shipTo?: readonly string[];
  /** The next steps, one sentence each; `title` replaces the usual heading. */
  next?: { title?: string; sentences: readonly string[] };
  /** The line about what to do if there is a problem. */
  footnote?: string;
  /** Explains why the reader gets the mail. */
  why: string;
  /** The Reply-To address if it is not the shop's. */
  replyTo?: string;
  /** Values in its sentences besides its facts, for the owner's text. */
  fields?: Readonly<Record<string, string>>;
  /** The rules of the mail's order; undefined if it is not about an order. */
  rules?: Rules;
  /** The kind whose text by the owner applies, if its event sends several kinds; null if none applies. */
  words?: WordedMail | null;
  /** True for a sample mail, which only the owner sees. */
  isSample?: true;
}

export interface MailAction {
  label: string;
  href: string;
}

/** Lists the fields for the owner's text of a mail: its facts, and the values in its sentences. */
export const listMailFields = ({ facts = [], fields = {} }: MailContent): Record<string, string> => ({
  ...Object.fromEntries(
    facts.map(({ label, value }) => [label.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-"), value]),
  ),
  ...fields,
});

/** The heading of sentences that are not steps. */
export const GOOD_TO_KNOW = "Good to know";

export interface MailFact {
  label: string;
  value: string;
  href?: string;
}

interface GoodsItem {
  title: string;
  quantity: string;
  picture?: string;
  /** The price of one piece and the total; undefined if the mail does not mention prices. */
  amounts?: { price: string; total: string };
}

/** The pieces of an order with its sum; amounts are written out. */
export interface Goods {
  items: readonly GoodsItem[];
  /** The last total is the final amount; empty if the mail is only about pieces. */
  totals: readonly MailFact[];
}

/** `Hello Asha,`. A name that contains a link is left out, because a stranger may have typed it to send spam. */
export function getGreeting({ to }: Pick<MailContent, "to">): string {
  const name = toPrintable(to ?? "");
  return name === "" || LOOKS_LIKE_AN_ADDRESS.test(name) ? "Hello," : `Hello ${name},`;
}

const LOOKS_LIKE_AN_ADDRESS = /[/\\@:]|\.\p{L}/u;

/** The heading over the sentences of `next`. */
export const getNextTitle = ({ title = "What happens next" }: NonNullable<MailContent["next"]>): string =>
  title;

/** Formats a code in two groups: `012 345`. */
export const formatCode = (code: string): string => code.replace(/^(\d{3})(\d{3})$/, "$1 $2");

/** The note at the top of a sample mail. */
export const SAMPLE_NOTICE = "This is a sample with invented data. It is not sent to anybody.";

/** The data of a mail about an order; `seller` is null if the owner has not entered it. */
export interface OrderMailInput extends OrderMailData {
  seller: Seller | null;
  now: Date;
}
