import { matchPage, type PageName } from "#contract/page-paths.ts";
import type { FindPage, Route } from "#client/router/page.ts";

const Nothing = () => null;

type PageCode = Omit<Route, "page">;

const pages: Record<PageName, PageCode> = {
  home: {
    src: "web/pages/home.tsx",
    load: () => import("./pages/home.tsx"),
  },
  listing: {
    src: "web/pages/listing.tsx",
    load: () => import("./pages/listing.tsx"),
  },
  product: {
    src: "web/pages/product.tsx",
    load: () => import("./pages/product.tsx"),
  },
  hotProduct: {
    src: "web/pages/hot-product-data.ts",
    load: async () => {
      const { loader } = await import("./pages/hot-product-data.ts");
      return { Component: Nothing, loader, head: () => ({ title: "Hot Products" }) };
    },
  },
  cart: {
    src: "web/pages/cart.tsx",
    load: () => import("./pages/cart.tsx"),
  },
  checkout: {
    src: "web/pages/checkout.tsx",
    load: () => import("./pages/checkout.tsx"),
  },
  logIn: {
    src: "web/pages/log-in.tsx",
    load: () => import("./pages/log-in.tsx"),
  },
  signUp: {
    src: "web/pages/sign-up.tsx",
    load: () => import("./pages/sign-up.tsx"),
  },
  forgotPassword: {
    src: "web/pages/forgot-password.tsx",
    load: () => import("./pages/forgot-password.tsx"),
  },
  ourStory: {
    src: "web/pages/our-story.tsx",
    load: () => import("./pages/our-story.tsx"),
  },
  layTheTable: {
    src: "web/pages/lay-the-table.tsx",
    load: () => import("./pages/lay-the-table.tsx"),
  },
  gifts: {
    src: "web/pages/gifts.tsx",
    load: () => import("./pages/gifts.tsx"),
  },
  contact: {
    src: "web/pages/contact.tsx",
    load: () => import("./pages/contact.tsx"),
  },
  refundPolicy: {
    src: "web/pages/refund-policy.tsx",
    load: () => import("./pages/refund-policy.tsx"),
  },
  terms: {
    src: "web/pages/terms.tsx",
    load: () => import("./pages/terms.tsx"),
  },
  shippingPolicy: {
    src: "web/pages/shipping-policy.tsx",
    load: () => import("./pages/shipping-policy.tsx"),
  },
  privacy: {
    src: "web/pages/privacy.tsx",
    load: () => import("./pages/privacy.tsx"),
  },
  faq: {
    src: "web/pages/faq.tsx",
    load: () => import("./pages/faq.tsx"),
  },
  care: {
    src: "web/pages/care.tsx",
    load: () => import("./pages/care.tsx"),
  },
  feedback: {
    src: "web/pages/feedback.tsx",
    load: () => import("./pages/feedback.tsx"),
  },
  orders: {
    src: "web/pages/orders.tsx",
    load: () => import("./pages/orders.tsx"),
  },
  address: {
    src: "web/pages/address.tsx",
    load: () => import("./pages/address.tsx"),
  },
  profile: {
    src: "web/pages/profile.tsx",
    load: () => import("./pages/profile.tsx"),
  },
  saved: {
    src: "web/pages/saved.tsx",
    load: () => import("./pages/saved.tsx"),
  },
  orderDetails: {
    src: "web/pages/order-details.tsx",
    load: () => import("./pages/order-details.tsx"),
  },
};

const notFound: PageCode = {
  src: "web/pages/not-found.tsx",
  load: () => import("./pages/not-found.tsx"),
};

export const findPage: FindPage = (pathname) => {
  const { route, params } = matchPage(pathname);
  const { page } = route;
  return { route: { page, ...(page === null ? notFound : pages[page]) }, params };
};
