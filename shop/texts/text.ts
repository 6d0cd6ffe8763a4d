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

export const describeUnknownValue = (name: string): string =>
  `{{${name}}} is not a value of the shop. Remove it, or insert one of the listed values.`;

/**
 * Makes the id of a section from its heading: `Grain & colour` gives `grain-colour`. A heading without Latin letters
 * keeps its own letters, so that the id of a section does not depend on the other headings.
 */
export const toSectionId = (heading: string): string =>
  joinWords(heading.match(/[a-z0-9]+/gi)) || joinWords(heading.match(/[\p{L}\p{M}\p{N}]+/gu)) || "section";

const joinWords = (words: readonly string[] | null): string => (words ?? []).join("-").toLowerCase();

/** True for a link to a section of the same text, such as `#damage`. */
export const isSectionLink = (href: string): boolean => /^#\p{L}[\p{L}\p{M}\p{N}-]*$/u.test(href);

export const toPlainText = (sentence: Sentence): string => sentence.map(({ text }) => text).join("");
