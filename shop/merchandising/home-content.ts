import type { InferOutput } from "valibot";
import type { homeContentSchema } from "./response-schemas.ts";

export type HomeContent = InferOutput<typeof homeContentSchema>;

/** The owner's menu, product types in the search, woods in the filter, and texts above listings. */
export type Navigation = NonNullable<HomeContent["navigation"]>;

export const serviceIcons = ["truck", "rotate-ccw", "shield-check", "hammer", "clock"] as const;
export type ServiceIcon = (typeof serviceIcons)[number];

/** The places of pictures that belong to no product: beside a form, on a page, or for a shared link. */
export const scenePlaces = [
  "log-in",
  "sign-up",
  "feedback",
  "contact",
  "not-found",
  "all-products",
  "nothing-here",
  "shared-link",
] as const;
export type ScenePlace = (typeof scenePlaces)[number];

/** The default sections of the home page, in order (§2.4). */
export const homeSections = [
  "banners",
  "offers",
  "look",
  "categories",
  "newly-launched",
  "services",
  "hot-products",
  "looks",
  "films",
  "testimonials",
] as const;
export type HomeSection = (typeof homeSections)[number];

/** The names that the desk uses for the sections. */
export const sectionNames: Readonly<Record<HomeSection, string>> = {
  banners: "Banners",
  offers: "Offer cards",
  look: "First look",
  categories: "Shop by category",
  "newly-launched": "Newly launched",
  services: "Services",
  "hot-products": "Hot products",
  looks: "More looks",
  films: "Films",
  testimonials: "Testimonials",
};

/** The sections whose title the home page file can set. */
export const titledSections = [
  "categories",
  "newly-launched",
  "services",
  "hot-products",
  "films",
  "testimonials",
] as const satisfies readonly HomeSection[];
