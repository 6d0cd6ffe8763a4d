import * as v from "valibot";

const drawing = v.object({ src: v.string(), width: v.number(), height: v.number() });

/** What the owner has made their own of the shop's face; ours alone (D101). */
export const brandSchema = v.object({
  /** What is sold here, after the name. */
  tagline: v.exactOptional(v.string()),
  about: v.exactOptional(v.string()),
  /** The name as it is drawn, at the top of every page. */
  logo: v.exactOptional(drawing),
  /** The square sign of the shop. */
  mark: v.exactOptional(drawing),
  /** Address of the style sheet with the shop's own colours. */
  styles: v.exactOptional(v.string()),
});
