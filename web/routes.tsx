import { matchPage, type PageName } from "#contract/page-paths.ts";
import type { FindPage, Route } from "#client/router/page.ts";

const Nothing = () => null;

type PageCode = Omit<Route, "page">;

/** The code of each page; it comes when the page is first asked for. */
const pages: Record<PageName, PageCode> = {
  home: {
    src: "web/pages/home.tsx",
    load: async () => {
      const { HomePage: Component, ...page } = await import("./pages/home.tsx");
      return { Component, ...page };
    },
  },
  listing: {
    src: "web/pages/listing.tsx",
    load: async () => {
      const { ListingPage: Component, ...page } = await import("./pages/listing.tsx");
      return { Component, ...page };
    },
  },
  product: {
    src: "web/pages/product.tsx",
    load: async () => {
      const { ProductPage: Component, head, loader } = await import("./pages/product.tsx");
      return { Component, head, loader };
    },
  },
  hotProduct: {
    src: "web/pages/hot-product-data.ts",
    load: async () => {
      const { loader } = await import("./pages/hot-product-data.ts");
      // The loader always leads elsewhere.
      return { Component: Nothing, loader, head: () => ({ title: "Hot Products" }) };
    },
  },
  cart: {
    src: "web/pages/cart.tsx",
    load: async () => {
      const { CartPage: Component, head } = await import("./pages/cart.tsx");
      return { Component, head };
    },
  },
  checkout: {
    src: "web/pages/checkout.tsx",
    load: async () => {
      const { CheckoutPage: Component, head } = await import("./pages/checkout.tsx");
      return { Component, head };
    },
  },
  logIn: {
    src: "web/pages/log-in.tsx",
    load: async () => {
      const { LogInPage: Component, head } = await import("./pages/log-in.tsx");
      return { Component, head };
    },
  },
  signUp: {
    src: "web/pages/sign-up.tsx",
    load: async () => {
      const { SignUpPage: Component, head } = await import("./pages/sign-up.tsx");
      return { Component, head };
    },
  },
  forgotPassword: {
    src: "web/pages/forgot-password.tsx",
    load: async () => {
      const { ForgotPasswordPage: Component, head } = await import("./pages/forgot-password.tsx");
      return { Component, head };
    },
  },
  ourStory: {
    src: "web/pages/our-story.tsx",
    load: async () => {
      const { OurStoryPage: Component, head, loader } = await import("./pages/our-story.tsx");
      return { Component, head, loader };
    },
  },
  contact: {
    src: "web/pages/contact.tsx",
    load: async () => {
      const { ContactPage: Component, head } = await import("./pages/contact.tsx");
      return { Component, head };
    },
  },
  refundPolicy: {
    src: "web/pages/refund-policy.tsx",
    load: async () => {
      const { RefundPolicyPage: Component, head } = await import("./pages/refund-policy.tsx");
      return { Component, head };
    },
  },
  terms: {
    src: "web/pages/terms.tsx",
    load: async () => {
      const { TermsPage: Component, head } = await import("./pages/terms.tsx");
      return { Component, head };
    },
  },
  shippingPolicy: {
    src: "web/pages/shipping-policy.tsx",
    load: async () => {
      const { ShippingPolicyPage: Component, head } = await import("./pages/shipping-policy.tsx");
      return { Component, head };
    },
  },
  feedback: {
    src: "web/pages/feedback.tsx",
    load: async () => {
      const { FeedbackPage: Component, head } = await import("./pages/feedback.tsx");
      return { Component, head };
    },
  },
  orders: {
    src: "web/pages/orders.tsx",
    load: async () => {
      const { OrdersPage: Component, head } = await import("./pages/orders.tsx");
      return { Component, head };
    },
  },
  address: {
    src: "web/pages/address.tsx",
    load: async () => {
      const { AddressPage: Component, head } = await import("./pages/address.tsx");
      return { Component, head };
    },
  },
  profile: {
    src: "web/pages/profile.tsx",
    load: async () => {
      const { ProfilePage: Component, head } = await import("./pages/profile.tsx");
      return { Component, head };
    },
  },
  orderDetails: {
    src: "web/pages/order-details.tsx",
    load: async () => {
      const { OrderDetailsPage: Component, head } = await import("./pages/order-details.tsx");
      return { Component, head };
    },
  },
};

/** Every address that shows nothing else, with the status 404. */
const notFound: PageCode = {
  src: "web/pages/not-found.tsx",
  load: async () => {
    const { NotFoundPage: Component, head, loader } = await import("./pages/not-found.tsx");
    return { Component, head, loader };
  },
};

/** Which page is at a path. */
export const findPage: FindPage = (pathname) => {
  const { route, params } = matchPage(pathname);
  const { page } = route;
  return { route: { page, ...(page === null ? notFound : pages[page]) }, params };
};
