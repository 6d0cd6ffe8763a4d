import path from "node:path";
import * as v from "valibot";
import { text, wholeNumber } from "#platform/config/setting.ts";

declare module "#platform/config/config.ts" {
  interface Config extends v.InferOutput<typeof catalogueSettings> {}
}

export const catalogueSettings = v.pipe(
  v.object({
    CATALOGUE_DIR: text("./catalogue"),
    LOW_STOCK: wholeNumber(3, { least: 0, most: 999 }),
  }),
  v.transform((input) => ({
    catalogueDir: path.resolve(input.CATALOGUE_DIR),
    lowStock: input.LOW_STOCK,
  })),
);
