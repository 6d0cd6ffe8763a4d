import { sampleSeller } from "./sample-seller.ts";

/** The owner's files, to be changed by a test before the folder is read. */
export interface OwnerFiles {
  "products.json": Record<string, unknown>[];
  "collections.json": Record<string, unknown>[];
  "banners.json": Record<string, unknown>[];
  "tiles.json": Record<string, unknown>[];
  "hot-products.json": Record<string, unknown>[];
  "offers.json": Record<string, unknown>;
  "services.json": Record<string, unknown>[];
  "videos.json": Record<string, unknown>[];
  "story.json": Record<string, unknown>;
  "seller.json": Record<string, unknown>;
}

/** A product as the owner writes it, with everything it must have. */
export const createProductInFolder = (
  slug: string,
  more: Record<string, unknown> = {},
): Record<string, unknown> => ({
  slug,
  title: `The ${slug}`,
  category: "Serveware",
  subcategory: "Bowl",
  materials: ["Acacia wood"],
  size: [{ L: 10, B: 10, H: 4 }],
  price: 899,
  originalPrice: 899,
  discount: 0,
  description: "A bowl.",
  images: ["bowl-1.jpg"],
  alt: ["A bowl"],
  hsn: "4419",
  createdAt: "2026-10-01T11:00:00+05:30",
  ...more,
});

export const createOwnerFiles = (): OwnerFiles => ({
  "products.json": [
    createProductInFolder("everyday-bowl", {
      images: ["bowl-1.jpg", "bowl-2.jpg"],
      alt: ["A bowl", "From above"],
    }),
    createProductInFolder("last-bowls", { stock: 10, createdAt: "2026-11-01T11:00:00+05:30" }),
    createProductInFolder("teak-tray", {
      subcategory: "Tray",
      materials: ["Teak wood"],
      price: 2499,
      originalPrice: 2499,
    }),
  ],
  "collections.json": [{ name: "Everyday Table", description: "For every day." }],
  "banners.json": [
    { heading: "Slow", subHeading: "Mornings", desktop: "wide.jpg", mobile: "wide.jpg", alt: "A table" },
  ],
  "tiles.json": [{ subcategory: "Tray", picture: "tile.jpg", alt: "A tray" }],
  "hot-products.json": [{ tile: 1, name: "Wooden Bowl", product: "everyday-bowl", subcategory: "Bowl" }],
  "offers.json": {
    specialOffer: { heading: "₹99 off", points: ["By itself."] },
    cards: [{ title: "Tableware", picture: "card.jpg", alt: "Plates", href: "/products?category=Tableware" }],
  },
  "services.json": [{ title: "Free shipping", text: "On every order.", icon: "truck" }],
  "videos.json": [{ title: "Breakfast", video: "loop.mp4", poster: "still.jpg", alt: "A tray" }],
  "story.json": { pictures: [{ picture: "bench.jpg", alt: "A bench" }] },
  "seller.json": {
    ...sampleSeller,
    socialLinks: [{ name: "Instagram", url: "https://instagram.test/taruva" }],
  },
});
