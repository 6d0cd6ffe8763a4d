import { type Context, defineService } from "#platform/context.ts";
import { getOwnRules, getShopRules } from "#shop/policies/server/index.ts";
import { getTaxRates } from "#shop/pricing/server/index.ts";
import { findSeller } from "#shop/seller/server/index.ts";
import { type ShopText, type TextName, toPlainText } from "../text.ts";
import { isWordedMail } from "../mail-fields.ts";
import { type FieldValues, listFields, SHOP_FIELDS, toShopFacts } from "./fields.ts";
import { fillMail, type MailText } from "./mail-words.ts";
import { fillText, readMarkdown } from "./read-markdown.ts";
import { type ReplacedTexts, readStandardText, toCurrentName } from "./text-files.ts";

const textsService = defineService("texts", () => ({ own: {} as ReplacedTexts }));

/** Sets the owner's texts. A process of an earlier version may have stored a text under its earlier name. */
export const setOwnTexts = (context: Context, ownTexts: ReplacedTexts = {}): void => {
  context.service(textsService).own = Object.fromEntries(
    Object.entries(ownTexts).map(([name, source]) => [toCurrentName(name), source]),
  );
};

export const findOwnText = (context: Context, name: keyof ReplacedTexts): string | undefined =>
  context.service(textsService).own[name];

function findWrittenText(context: Context, name: TextName): { source: string; isOwn: boolean } {
  const ownText = context.service(textsService).own[name];
  return { source: ownText ?? readStandardText(name), isOwn: ownText !== undefined };
}

/** Returns the values of the fields under the shop's current rules, or under the rules of an order. */
export const getFieldValues = (context: Context, rules = getShopRules(context)): FieldValues =>
  listFields(toShopFacts(findSeller(context), rules, getTaxRates(context)));

export function withOwnWords<Mail extends MailText>(
  context: Context,
  kind: string,
  mail: Mail,
  values: FieldValues,
): Mail {
  if (!isWordedMail(kind)) return mail;
  const source = context.service(textsService).own[`mails/${kind}`];
  return source === undefined
    ? mail
    : fillMail(kind, source, mail, { ...getFieldValues(context, mail.rules), ...values });
}

/** The days on which the default texts came into force. Update the day when you change a text. */
const inForceSince: Partial<Record<TextName, string>> = {
  "refund-policy": "2026-11-20",
  "shipping-policy": "2026-11-20",
  terms: "2026-11-20",
  privacy: "2026-11-28",
};

export function findShopText(context: Context, name: TextName): ShopText {
  const { source, isOwn } = findWrittenText(context, name);
  const values = getFieldValues(context);
  const text = fillText(readMarkdown(source, SHOP_FIELDS).text, values);
  const isStandard = !isOwn && Object.keys(getOwnRules(context)).length === 0;
  return {
    ...text,
    description: isOwn ? toPlainText(text.lead) : describe[name](text, values),
    ...(isStandard && inForceSince[name] && { inForceSince: inForceSince[name] }),
  };
}

type ShownSections = Pick<ShopText, "sections">;

const findSentence = ({ sections }: ShownSections, id: string, at = 0): string => {
  const block = sections.find((section) => section.id === id)?.blocks[at];
  return block?.kind === "paragraph" ? toPlainText(block.spans) : "";
};

const describe: Record<TextName, (text: ShownSections, values: FieldValues) => string> = {
  "refund-policy": (text) => `${findSentence(text, "damage")} ${findSentence(text, "refund")}`,
  "shipping-policy": (text) => `${findSentence(text, "processing")} ${findSentence(text, "delivery")}`,
  terms: () => "Orders, prices, taxes, your account and the law that applies when you buy from us.",
  "our-story": (_text, values) =>
    `${values["name-meaning"]} How a board becomes a bowl in our workshop, and why we take our time.`.trim(),
  privacy: (_text, values) =>
    `What ${values["shop"]} stores about you, why, for how long, and how you see, correct or delete it.`,
  faq: () => "Delivery, payment, returns, gifts and care: short answers to what customers ask us most.",
  care: () => "How to wash, dry and oil wooden kitchenware, so that it stays beautiful for years.",
  contact: () => "Ask about a piece, an order or its care. Write to the workshop or call.",
};
