import type { InferOutput } from "valibot";
import { isObject, readText } from "#contract/read.ts";
import type { shopTextSchema } from "./response-schemas.ts";

export type ShopText = InferOutput<typeof shopTextSchema>;
export type TextSection = ShopText["sections"][number];
export type TextBlock = TextSection["blocks"][number];
export type Sentence = ShopText["lead"];

/** The pages whose text the owner can replace. Each has a default Markdown file of the same name. */
export const textNames = [
  "refund-policy",
  "shipping-policy",
  "terms",
  "our-story",
  "contact",
  "privacy",
  "faq",
  "care",
] as const;
export type TextName = (typeof textNames)[number];

/** Parses a text in a response. Undefined if it is invalid. */
export function parseShopText(body: unknown): ShopText | undefined {
  if (!isObject(body)) return undefined;
  const value = body as Partial<ShopText>;
  return {
    title: readText(value.title),
    lead: value.lead ?? [],
    description: readText(value.description),
    facts: value.facts ?? [],
    sections: value.sections ?? [],
    ...(value.inForceSince && { inForceSince: value.inForceSince }),
  };
}

export const toPlainText = (sentence: Sentence): string => sentence.map(({ text }) => text).join("");
