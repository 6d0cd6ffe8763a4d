import * as v from "valibot";
import type { PictureRef } from "#contract/picture.ts";

export const pictureSchema = v.object({
  src: v.string(),
  width: v.number(),
  height: v.number(),
  placeholder: v.exactOptional(v.string()),
  widths: v.exactOptional(v.array(v.number())),
}) satisfies v.GenericSchema<PictureRef>;
