import * as v from "valibot";

const drawing = v.object({ src: v.string(), width: v.number(), height: v.number() });

/** The parts of the brand that the owner has changed. Not part of the specification (D101). */
export const brandSchema = v.object({
  tagline: v.exactOptional(v.string()),
  about: v.exactOptional(v.string()),
  logo: v.exactOptional(drawing),
  mark: v.exactOptional(drawing),
  styles: v.exactOptional(v.string()),
});
