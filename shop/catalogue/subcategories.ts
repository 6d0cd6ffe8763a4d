/** The menu of the header (§2.2), exactly as written. */
export const menuCategories = [
  { name: "Serveware", subcategories: ["Tray", "Platter", "Bowl"] },
  { name: "Kitchenware", subcategories: ["Chopping Board", "Tissue Holder"] },
  { name: "Tableware", subcategories: ["Fruit Bowl", "Cutlery Caddy", "Lazy Susan"] },
] as const;

/** What the search drawer looks through, and the six tiles of Shop by Category (§2.2, §2.4). */
export const searchList = [
  "Tray",
  "Platter",
  "Chopping Board",
  "Cheese Board",
  "Chip & Dip",
  "Bowl",
] as const;

export const searchMessages = { placeholder: "Search by Category...", nothing: "No results found" } as const;

/** The entries of the search list that hold the text, ignoring case (§2.2). */
export const searchSubcategories = (text: string): readonly string[] =>
  searchList.filter((subcategory) => subcategory.toLowerCase().includes(text.trim().toLowerCase()));

/** The six Hot Products tiles, 1 to 6 (§2.4); `subcategory` is the listing when the tile's product is gone (D26). */
export const hotTiles = [
  { name: "Wooden Bowl", subcategory: "Bowl" },
  { name: "Tray", subcategory: "Tray" },
  { name: "Tissue Holder", subcategory: "Tissue Holder" },
  { name: "Chopping Board", subcategory: "Chopping Board" },
  { name: "Butcher Board", subcategory: "Chopping Board" },
  { name: "Serving Platter", subcategory: "Platter" },
] as const;

/** Every route that shows the listing (§2.1) and the subcategory it presets when the query has none (D29). */
export const listingRoutes = {
  "/products": null,
  "/wooden-kitchenware": null,
  "/wooden-serving-trays": "Tray",
  "/wooden-cutting-boards": "Chopping Board",
  "/wooden-bowls": "Bowl",
  "/wooden-platters": "Platter",
  "/wooden-cheese-boards": "Cheese Board",
  "/wooden-chip-dip-bowls": "Chip & Dip",
} as const;

export type ListingRoute = keyof typeof listingRoutes;

/** The six category pages of the 404 screen (§2.19, D29), with the name each is linked by. */
export const categoryPages = (Object.entries(listingRoutes) as [ListingRoute, string | null][]).flatMap(
  ([path, subcategory]) => (subcategory === null ? [] : [{ path, subcategory }]),
);

/** The subcategory shown on a route: the query's own, else the route's preset (D29). */
export const subcategoryOn = (path: string, asked: string | undefined): string | undefined =>
  asked?.trim() || (listingRoutes[path.replace(/\/+$/, "").toLowerCase() as ListingRoute] ?? undefined);
