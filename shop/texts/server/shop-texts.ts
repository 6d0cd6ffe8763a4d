import { type Context, defineState } from "#platform/context.ts";
import { CommandRefused, toRevision } from "#platform/operator/command.ts";
import { getOwnRules, getShopRules } from "#shop/policies/server/index.ts";
import { getTaxRates } from "#shop/pricing/server/index.ts";
import { findSeller } from "#shop/seller/server/index.ts";
import { type ShopText, type TextName, toPlainText } from "../text.ts";
import { isWordedMail } from "../mail-fields.ts";
import { type FieldValues, listFields } from "./fields.ts";
import { fillMail, type MailText } from "./mail-words.ts";
import { fillText } from "./read-markdown.ts";
import { isTextName, ownTextNames, readStandardText, type ReplacedTexts, toTextFile } from "./text-files.ts";

const ownTexts = defineState<ReplacedTexts>("texts", {});

export const setOwnTexts = ownTexts.set;

const findOwnText = (context: Context, name: keyof ReplacedTexts): string | undefined =>
  ownTexts.get(context)[name];

/** Returns the values that texts can contain, from the shop's current rules or from those stored with an order. */
export const getFieldValues = (context: Context, rules = getShopRules(context)): FieldValues =>
  listFields({ seller: findSeller(context), rules, taxRates: getTaxRates(context) });

export function withOwnWords<Mail extends MailText>(
  context: Context,
  kind: string,
  mail: Mail,
  values: FieldValues,
): Mail {
  if (!isWordedMail(kind)) return mail;
  const source = findOwnText(context, `mails/${kind}`);
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
  const ownText = findOwnText(context, name);
  const values = getFieldValues(context);
  const text = fillText(ownText ?? readStandardText(name), values);
  if (ownText !== undefined) return { ...text, description: toPlainText(text.lead) };
  const day = Object.keys(getOwnRules(context)).length === 0 ? inForceSince[name] : undefined;
  return { ...text, description: describe[name](text, values), ...(day && { inForceSince: day }) };
}

type ShownSections = Pick<ShopText, "sections">;

const findSentence = ({ sections }: ShownSections, id: string): string => {
  const block = sections.find((section) => section.id === id)?.blocks[0];
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

export function listTexts(context: Context) {
  const names = ownTextNames.map((name) => {
    const text = findOwnText(context, name);
    const source = text ?? (isTextName(name) ? readStandardText(name) : undefined);
    return {
      name,
      isOwn: text !== undefined,
      revision: toRevision(text),
      ...(source !== undefined && { source }),
    };
  });
  const fields = Object.entries(getFieldValues(context));
  return {
    facts: Object.fromEntries(
      names
        .filter(({ name, isOwn }) => isOwn || isTextName(name))
        .map(({ name, isOwn }) => [toTextFile(name), isOwn ? "yours" : "standard"]),
    ),
    columns: ["field", "stands for"],
    rows: fields.map(([field, value]) => [
      `{{${field}}}`,
      value || "empty, so a paragraph with this field is left out",
    ]),
    data: { texts: names, fields: Object.fromEntries(fields) },
  };
}

export function showText(context: Context, name: keyof ReplacedTexts) {
  const ownText = findOwnText(context, name);
  if (ownText === undefined && !isTextName(name))
    throw new CommandRefused(
      "You have not written your own text for this e-mail. Preview the e-mail to see the standard text.",
    );
  const source = ownText ?? readStandardText(name as TextName);
  return {
    message: source.trimEnd(),
    data: { name, source, isOwn: ownText !== undefined, revision: toRevision(ownText) },
  };
}
