import type { InferOutput } from "valibot";
import type { brandSchema } from "./response-schemas.ts";

/** Name, logo, colours and fonts of the shop, as far as they differ from the default. */
export type Brand = InferOutput<typeof brandSchema>;

export const DEFAULT_NAME = "Taruva";

/** Returns the description that follows the name: `Taruva: handcrafted wooden kitchenware`. */
export const getTagline = (brand: { tagline?: string | undefined } = {}): string =>
  brand.tagline ?? "handcrafted wooden kitchenware";

/** A sentence about the shop, for the footer of every page. */
export const getAbout = (brand: Brand | undefined): string =>
  brand?.about ?? "Handcrafted wooden kitchenware from a small workshop, for tables that are used every day.";
