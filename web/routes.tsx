import { matchPage, type PageName } from "#contract/page-paths.ts";
import type { FindPage, Route } from "#client/router/page.ts";

type Policies = typeof import("./pages/policy.tsx").policies;

const Nothing = () => null;

type PageCode = Omit<Route, "page">;

const createPage = (name: string, load: PageCode["load"]): PageCode => ({
  src: `web/pages/${name}.tsx`,
  load,
});

const createPolicy = (name: keyof Policies): PageCode =>
  createPage("policy", async () => (await import("./pages/policy.tsx")).policies[name]);

const pages: Record<PageName, PageCode> = {
  home: createPage("home", () => import("./pages/home.tsx")),
  listing: createPage("listing", () => import("./pages/listing.tsx")),
  product: createPage("product", () => import("./pages/product.tsx")),
  hotProduct: {
    src: "web/pages/hot-product-data.ts",
    load: async () => {
      const { loader } = await import("./pages/hot-product-data.ts");
      return { Component: Nothing, loader, head: () => ({ title: "Hot Products" }) };
    },
  },
  cart: createPage("cart", () => import("./pages/cart.tsx")),
  checkout: createPage("checkout", () => import("./pages/checkout.tsx")),
  logIn: createPage("log-in", () => import("./pages/log-in.tsx")),
  signUp: createPage("sign-up", () => import("./pages/sign-up.tsx")),
  forgotPassword: createPage("forgot-password", () => import("./pages/forgot-password.tsx")),
  ourStory: createPage("our-story", () => import("./pages/our-story.tsx")),
  layTheTable: createPage("lay-the-table", () => import("./pages/lay-the-table.tsx")),
  gifts: createPage("gifts", () => import("./pages/gifts.tsx")),
  contact: createPage("contact", () => import("./pages/contact.tsx")),
  refundPolicy: createPolicy("refundPolicy"),
  terms: createPolicy("terms"),
  shippingPolicy: createPolicy("shippingPolicy"),
  privacy: createPolicy("privacy"),
  faq: createPolicy("faq"),
  care: createPolicy("care"),
  feedback: createPage("feedback", () => import("./pages/feedback.tsx")),
  orders: createPage("orders", () => import("./pages/orders.tsx")),
  address: createPage("address", () => import("./pages/address.tsx")),
  profile: createPage("profile", () => import("./pages/profile.tsx")),
  saved: createPage("saved", () => import("./pages/saved.tsx")),
  orderDetails: createPage("order-details", () => import("./pages/order-details.tsx")),
};

const notFound = createPage("not-found", () => import("./pages/not-found.tsx"));

export const findPage: FindPage = (pathname) => {
  const { route, params } = matchPage(pathname);
  return { route: { page: route.page, ...(route.page === null ? notFound : pages[route.page]) }, params };
};
