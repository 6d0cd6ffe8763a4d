import * as v from "valibot";

const drawing = v.object({ src: v.string(), width: v.number(), height: v.number() });

/** The parts of the brand that the owner has changed. Not part of the specification (D101). */
export const brandSchema = v.object({
  /** The text after the shop's name, such as `handcrafted wooden kitchenware`. */
  tagline: v.exactOptional(v.string()),
  about: v.exactOptional(v.string()),
  logo: v.exactOptional(drawing),
  /** The shop's mark, which is its square logo. */
  mark: v.exactOptional(drawing),
  /** The URL of the style sheet with the shop's colours. */
  styles: v.exactOptional(v.string()),
});
