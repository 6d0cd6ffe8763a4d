import * as v from "valibot";

const spanSchema = v.object({
  text: v.string(),
  strong: v.exactOptional(v.literal(true)),
  emphasis: v.exactOptional(v.literal(true)),
  /** The target of a link. The import has validated it. */
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

export const shopTextSchema = v.object({
  title: v.string(),
  lead: sentenceSchema,
  /** The blocks between the lead and the first section, without `facts`. */
  intro: v.exactOptional(v.array(blockSchema)),
  description: v.string(),
  facts: v.array(v.object({ figure: v.string(), label: v.string() })),
  sections: v.array(v.object({ id: v.string(), title: v.string(), blocks: v.array(blockSchema) })),
  /** The day on which a default legal text came into force. Missing if the owner changed the text or any rule. */
  inForceSince: v.exactOptional(v.string()),
});
