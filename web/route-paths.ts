/** Every page of the shop with all the addresses that show it, the canonical one first (§2.1, D26–D28). */
export const routePaths = {
  home: ["/"],
  listing: [
    "/products",
    "/wooden-kitchenware",
    "/wooden-serving-trays",
    "/wooden-cutting-boards",
    "/wooden-bowls",
    "/wooden-platters",
    "/wooden-cheese-boards",
    "/wooden-chip-dip-bowls",
  ],
  product: ["/product-info/:id", "/product/:id"],
  hotProduct: ["/product-1", "/product-2", "/product-3", "/product-4", "/product-5", "/product-6"],
  cart: ["/cart", "/cartPage"],
  checkout: ["/checkout"],
  logIn: ["/log-in", "/login", "/logout"],
  signUp: ["/sign-up", "/register"],
  forgotPassword: ["/forgot-password"],
  ourStory: ["/our-story", "/about-us"],
  contact: ["/contact-us", "/contact"],
  refundPolicy: ["/refund-policy"],
  terms: ["/terms-condition", "/terms"],
  shippingPolicy: ["/shipping-policy", "/shipping"],
  feedback: ["/feedback-form", "/feedback"],
  orders: ["/orders"],
  address: ["/address", "/account/addresses"],
  profile: ["/profile"],
  orderDetails: ["/order-details/:orderId"],
} as const;

export type PageName = keyof typeof routePaths;
