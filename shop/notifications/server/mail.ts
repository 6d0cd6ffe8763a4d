import type { findOrderMailData } from "#shop/orders/server/index.ts";
import type { Seller } from "#shop/seller/seller.ts";
import type { Order } from "#shop/orders/order.ts";
import type { Rules } from "#shop/policies/rules.ts";
import type { ReplaceableMail } from "#shop/texts/mail-fields.ts";

export interface MailContent {
  subject: string;
  preview: string;
  heading: string;
  to?: string;
  paragraphs: readonly string[];
  code?: string;
  quote?: MailQuote;
  facts?: readonly MailFact[];
  action?: MailAction | undefined;
  otherWay?: MailAction;
  goods?: MailGoods;
  /** The drawing of annual rings for the order. `grown` is the number of steps that the order has reached. */
  treeRing?: { order: Pick<Order, "orderId" | "withoutWood">; grown: number };
  shipTo?: readonly string[];
  /** Sentences about what happens next. */
  next?: readonly string[];
  nextTitle?: string;
  footnote?: string | undefined;
  why: string;
  replyTo?: string;
  fields?: Readonly<Record<string, string>>;
  rules?: Rules;
  /**
   * The kind of this mail, if its event sends several kinds. The owner's text for this kind replaces the standard text.
   * If `words` is null, the standard text is always used.
   */
  words?: ReplaceableMail | null;
  isSample?: true;
}

type OptionalText = string | false | null | undefined;

/** The mail that a file in `mails/` returns. `finishMail` leaves out its empty texts, facts and quote. */
export interface MailDraft extends Omit<MailContent, "paragraphs" | "quote" | "facts" | "next"> {
  paragraphs: readonly OptionalText[];
  quote?: { by: string; text: OptionalText };
  facts?: readonly DraftFact[];
  next?: readonly OptionalText[];
}

export interface DraftFact extends Omit<MailFact, "value"> {
  value: OptionalText;
}

export type OrderMailText = Omit<MailDraft, "why">;

export function finishMail({ paragraphs, quote, facts, next, ...mail }: MailDraft): MailContent {
  const isFilled = (text: OptionalText): text is string => Boolean(text);
  const hasValue = (fact: DraftFact): fact is MailFact => isFilled(fact.value);
  const sentences = next?.filter(isFilled) ?? [];
  return {
    ...mail,
    paragraphs: paragraphs.filter(isFilled),
    ...(isFilled(quote?.text) && { quote: quote as MailQuote }),
    ...(facts && { facts: facts.filter(hasValue) }),
    ...(sentences.length > 0 && { next: sentences }),
  };
}

interface MailQuote {
  by: string;
  text: string;
}

export interface MailAction {
  label: string;
  href: string;
}

export const listMailFields = ({ facts = [], fields = {} }: MailContent): Record<string, string> => ({
  ...Object.fromEntries(
    facts.map(({ label, field = label.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-"), value }) => [
      field,
      value,
    ]),
  ),
  ...fields,
});

export const GOOD_TO_KNOW = "Good to know";

export interface MailFact {
  label: string;
  /** The field's name in the owner's texts, if it differs from the label. Never rename a field: saved texts use it. */
  field?: string;
  value: string;
  href?: string | undefined;
}

interface GoodsItem {
  title: string;
  quantity: string;
  picture?: string;
  amounts?: { price: string; total: string };
}

export interface MailGoods {
  items: readonly GoodsItem[];
  totals: readonly MailFact[];
}

type OrderMailData = NonNullable<Awaited<ReturnType<typeof findOrderMailData>>>;

/** `seller` is null until the owner has entered the seller's data. */
export interface OrderMailInput extends OrderMailData {
  seller: Seller | null;
  now: Date;
}
