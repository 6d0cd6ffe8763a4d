import type { Product } from "../../shop/catalogue/product.ts";

export const ORIGIN = "https://shop.example.in";

export const toAbsolute = (href: string) => ORIGIN + href;

export const bowl: Product = {
  _id: "acacia-everyday-bowl",
  id: "acacia-everyday-bowl",
  title: "Roz Acacia Everyday Bowl",
  description: "For dal, for nuts, for keys.",
  category: "Serveware",
  subcategory: "Bowl",
  materials: ["Acacia wood"],
  material: "Acacia wood",
  size: [{ L: 8, B: 8, H: 3 }],
  price: 899,
  originalPrice: 899,
  discount: 0,
  images: [
    {
      url: "/pictures/products/bowl.0e774ebc.960.jpg",
      picture: {
        src: "/pictures/products/bowl.0e774ebc.{w}.{f}",
        width: 1400,
        height: 1400,
        widths: [960, 1200, 1400],
      },
    },
  ],
  createdAt: "2026-01-05T05:30:00.000Z",
  sales: 187,
  sku: "TRV-BOWL-ACA-01",
  mpn: "ROZ-8X8",
};
