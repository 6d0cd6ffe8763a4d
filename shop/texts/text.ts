import type { InferOutput } from "valibot";
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

export const toPlainText = (sentence: Sentence): string => sentence.map(({ text }) => text).join("");
