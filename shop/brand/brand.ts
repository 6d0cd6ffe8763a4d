import type { InferOutput } from "valibot";
import type { brandSchema } from "./response-schemas.ts";

export type Brand = InferOutput<typeof brandSchema>;

export const DEFAULT_NAME = "Taruva";

/** Returns the text after the shop's name, such as `handcrafted wooden kitchenware`. */
export const getTagline = (brand: { tagline?: string | undefined } = {}): string =>
  brand.tagline ?? "handcrafted wooden kitchenware";

export const getAbout = (brand: Brand | undefined): string =>
  brand?.about ?? "Handcrafted wooden kitchenware from a small workshop, for tables that are used every day.";
