import * as v from "valibot";
import { onOff } from "#platform/config/setting.ts";

declare module "#platform/config/config.ts" {
  interface Config extends v.InferOutput<typeof pictureSettings> {}
}

export const pictureSettings = v.pipe(
  v.object({ PICTURES_WARM: v.optional(onOff, "on") }),
  v.transform((value) => ({ prewarmPictures: value.PICTURES_WARM === "on" })),
);
