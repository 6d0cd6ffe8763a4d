import * as v from "valibot";

const drawing = v.object({ src: v.string(), width: v.number(), height: v.number() });

/** The owner's changes to the shop's brand. Not part of the specification (D101). */
export const brandSchema = v.object({
  /** The description that follows the shop's name. */
  tagline: v.exactOptional(v.string()),
  about: v.exactOptional(v.string()),
  /** The logo at the top of every page. */
  logo: v.exactOptional(drawing),
  /** The square logo of the shop. */
  mark: v.exactOptional(drawing),
  /** The URL of the style sheet with the shop's colours. */
  styles: v.exactOptional(v.string()),
});
