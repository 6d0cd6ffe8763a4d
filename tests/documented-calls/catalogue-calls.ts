import { htmlPage, type CallPlans, answerSilent } from "./played.ts";
import { clickButton } from "./visitor-acts.ts";
import { bareProduct, product, listProductForms } from "./products.ts";

let dearest = 2000;

export const catalogueCalls = {
  "GET /api/categories": {
    page: "/contact-us",
    as: "guest",
    act: () => clickButton("Collections"),
    bare: [{ body: { success: true, categories: [{ name: "Festive" }] } }, "Festive"],
    forms: [
      [{ body: { categories: ["Festive", null, {}] } }, "Festive"],
      [{ body: { success: true, categories: [] } }, "No collections available"],
    ],
    failures: [
      [answerSilent(500), "Loading collections..."],
      [{ body: { success: false } }, "Loading collections..."],
      [{ body: { categories: null } }, "Loading collections..."],
      [htmlPage, "Loading collections..."],
    ],
    full: { success: true, categories: [{ name: "Festive" }] },
  },
  "GET /api/special-offer": {
    page: "/product-info/roz",
    as: "guest",
    bare: [{ body: { heading: "Diwali", points: ["Gift wrap"] } }, "Diwali", "Gift wrap"],
    forms: [[{ body: {} }, "Special Offer"]],
    failures: [
      [answerSilent(500), "Special Offer"],
      [htmlPage, "Special Offer"],
    ],
    full: { heading: "Diwali", points: ["Gift wrap"] },
    others: { points: ["Gift wrap", [null, {}]] },
  },
  "GET /api/products/list/": {
    page: "/",
    as: "guest",
    bare: [{ body: { success: true, data: [bareProduct] } }, "Teak Bowl", "₹899.00"],
    forms: [
      [{ body: [bareProduct] }, "Teak Bowl"],
      [{ body: { success: true, data: [null, bareProduct] } }, "Teak Bowl"],
      [{ body: { success: true, data: [] } }, "No products available"],
    ],
    failures: [
      [answerSilent(500), "Error: Failed to fetch products. Status: 500"],
      [
        { body: { success: false, message: "Closed." } },
        "Error: Failed to fetch products. Please check the API.",
      ],
      [{ body: { success: true, data: {} } }, "Error: Failed to fetch products. Please check the API."],
      [htmlPage, "Error: Failed to fetch products. Please check the API."],
    ],
    full: { success: true, message: "Products", data: [bareProduct] },
    entry: "Teak Bowl",
  },
  "GET /api/products/list/{id}": {
    page: "/product-info/roz",
    as: "guest",
    bare: [{ body: bareProduct }, "Teak Bowl", "₹899.00"],
    failures: [
      [answerSilent(500), "Something went wrong"],
      [answerSilent(404), "Something went wrong"],
      [{ body: {} }, "Something went wrong"],
      [htmlPage, "Something went wrong"],
    ],
    full: product,
    others: listProductForms(""),
  },
  "GET /api/products/listByCategory": {
    // The page caches lists of products, so each visit needs a URL with another filter.
    page: () => `/products?subcategory=Bowl&minPrice=100&maxPrice=${(dearest += 1)}`,
    as: "guest",
    bare: [{ body: { success: true, data: [bareProduct] } }, "Teak Bowl", "₹899.00"],
    forms: [
      [{ body: [bareProduct, null] }, "Teak Bowl"],
      [{ body: { success: true, data: [] } }, "No products available in this category."],
    ],
    failures: [
      [answerSilent(500), "Failed to fetch products"],
      [{ body: { success: false, message: "Closed." } }, "Failed to fetch products: Closed."],
      [{ body: { success: true, data: null } }, "Failed to fetch products. Please check the API."],
      [htmlPage, "Failed to fetch products. Please check the API."],
    ],
    full: { success: true, message: "Products", data: [product] },
    entry: "Teak Bowl",
    others: listProductForms("data.*."),
  },
} satisfies CallPlans;
