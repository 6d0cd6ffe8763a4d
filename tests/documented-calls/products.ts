export const product = {
  _id: "roz",
  id: "roz",
  title: "Teak Bowl",
  name: "Teak Bowl",
  description: "A bowl.",
  price: 899,
  originalPrice: 1299,
  discount: 30,
  images: [{ url: "bowl.jpg" }],
  variantImages: [{ url: "/uploads/side.jpg" }],
  materials: ["Teak wood"],
  material: "Teak wood",
  category: "Serveware",
  subcategory: "Bowl",
  collection: "Festive",
  size: [{ L: 10, B: 10, H: 4 }],
  createdAt: "2026-11-01T09:00:00.000Z",
  date: "2026-11-01",
  sales: 4,
  featuredRank: 1,
  sku: "TB-1",
  mpn: "1",
  gtin13: "8901234567894",
  availability: "InStock",
  condition: "New",
  priceValidUntil: "2027-01-01",
  ratingValue: 4.5,
  reviewCount: 8,
};

export const bareProduct = { id: "roz", name: "Teak Bowl", price: 899 };

export const listProductForms = (at: string): Record<string, unknown[]> => ({
  [`${at}images`]: [["bowl.jpg"], [null], [{}], "bowl.jpg", []],
  [`${at}variantImages`]: [[null], ["side.jpg"]],
  [`${at}materials`]: ["Teak wood", [null]],
  [`${at}size`]: [[null], { L: 10, B: 10, H: 4 }, [{ L: "10", B: null }]],
});

const { title, price, category, size, images } = product;

export const line = { productId: "roz", _id: "roz", quantity: 2, title, price, category, size, images };

export const bareLine = { _id: "roz", quantity: 2, price: 899, title: "Teak Bowl" };

export const shortLine = { ...bareLine, stock: 1 };
