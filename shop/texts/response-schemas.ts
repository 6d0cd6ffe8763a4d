import * as v from "valibot";

/** A part of a sentence; plain by default. */
const spanSchema = v.object({
  text: v.string(),
  strong: v.exactOptional(v.literal(true)),
  emphasis: v.exactOptional(v.literal(true)),
  /** The target of a link, validated at the import. */
  href: v.exactOptional(v.string()),
});

const sentenceSchema = v.array(spanSchema);

const blockSchema = v.variant("kind", [
  v.object({ kind: v.literal("paragraph"), spans: sentenceSchema }),
  v.object({
    kind: v.literal("list"),
    ordered: v.exactOptional(v.literal(true)),
    items: v.array(sentenceSchema),
  }),
  v.object({ kind: v.literal("heading"), title: v.string() }),
]);

/** A text of the shop for pages. It only contains this short list of elements. */
export const shopTextSchema = v.object({
  title: v.string(),
  /** The sentences before the first section. */
  lead: sentenceSchema,
  /** The description for search engines. */
  description: v.string(),
  /** The most important numbers of the text. */
  facts: v.array(v.object({ figure: v.string(), label: v.string() })),
  sections: v.array(v.object({ id: v.string(), title: v.string(), blocks: v.array(blockSchema) })),
  /** The date from which this text is valid; undefined for a text of the owner. */
  inForceSince: v.exactOptional(v.string()),
});
