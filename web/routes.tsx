import type { ComponentType } from "react";
import type { LoaderFunction, RouteObject } from "react-router";
import type { PageHead } from "#lib/head.ts";
import { FaultPage } from "./pages/fault.tsx";
import { Pages } from "./pages/pages.tsx";
import { type PageName, routePaths } from "./route-paths.ts";
import { Layout } from "./shell/layout.tsx";
import { shellLoader } from "./shell/shell-data.ts";

/** What a page's route tells of itself: where its code lies, and its head once (some of) its data is there. */
export interface PageHandle {
  /** Null is the page that says there is none. */
  page: PageName | null;
  src: string;
  head: (data: never, url: URL) => PageHead;
}

interface PageModule {
  Component: ComponentType;
  loader?: LoaderFunction;
  head: PageHandle["head"];
}

const Nothing = () => null;

interface Page {
  src: string;
  load: () => Promise<PageModule>;
}

/** The code of each page; it comes when the page is first asked for. */
const pages: Record<PageName, Page> = {
  home: {
    src: "web/pages/home.tsx",
    load: async () => {
      const [{ HomePage: Component }, data] = await Promise.all([
        import("./pages/home.tsx"),
        import("./pages/home-data.ts"),
      ]);
      return { Component, ...data };
    },
  },
  listing: {
    src: "web/pages/listing.tsx",
    load: async () => {
      const [{ ListingPage: Component }, data] = await Promise.all([
        import("./pages/listing.tsx"),
        import("./pages/listing-data.ts"),
      ]);
      return { Component, ...data };
    },
  },
  product: {
    src: "web/pages/product.tsx",
    load: async () => {
      const [{ ProductPage: Component }, data] = await Promise.all([
        import("./pages/product.tsx"),
        import("./pages/product-data.ts"),
      ]);
      return { Component, ...data };
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
      const { OurStoryPage: Component, head } = await import("./pages/our-story.tsx");
      return { Component, head };
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
const notFound: Page = {
  src: "web/pages/not-found.tsx",
  load: async () => {
    const { NotFoundPage: Component, head, loader } = await import("./pages/not-found.tsx");
    return { Component, head, loader };
  },
};

const routeTo = (path: string, page: PageName | null, { src, load }: Page): RouteObject => ({
  path,
  lazy: async () => {
    const { Component, loader, head } = await load();
    return { Component, handle: { page, src, head } satisfies PageHandle, ...(loader && { loader }) };
  },
});

const routesOf = (name: PageName): RouteObject[] =>
  routePaths[name].map((path) => routeTo(path, name, pages[name]));

const pageNames = Object.keys(pages) as PageName[];

export const routes: RouteObject[] = [
  {
    id: "shell",
    Component: Layout,
    loader: shellLoader,
    shouldRevalidate: () => false,
    children: [
      {
        id: "pages",
        Component: Pages,
        ErrorBoundary: FaultPage,
        children: [...pageNames.flatMap(routesOf), routeTo("*", null, notFound)],
      },
    ],
  },
];
