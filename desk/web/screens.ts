import type { IconNode } from "lucide";
import BookOpen from "lucide/dist/esm/icons/book-open.mjs";
import House from "lucide/dist/esm/icons/house.mjs";
import Package from "lucide/dist/esm/icons/package.mjs";
import SlidersHorizontal from "lucide/dist/esm/icons/sliders-horizontal.mjs";
import Sun from "lucide/dist/esm/icons/sun.mjs";
import Tag from "lucide/dist/esm/icons/tag.mjs";
import UsersRound from "lucide/dist/esm/icons/users-round.mjs";
import type { ComponentType } from "react";
import { createFinder, type Params } from "#contract/match-path.ts";
import type { OperatorRole } from "../calls.ts";

export interface Screen {
  path: string;
  name: string;
  /** The icon in the menu; without one, the screen is linked from another screen. */
  icon?: IconNode;
  /** The roles that have it in their menu. The shop enforces permissions. */
  roles: readonly OperatorRole[];
  /** A screen receives the named parts of its address. */
  load: () => Promise<{ default: ComponentType<{ params: Params }> }>;
}

const ALL = ["owner", "packer"] as const;
const OWNER = ["owner"] as const;

const missing: Screen = {
  path: "*",
  name: "Nothing here",
  roles: ALL,
  load: () => import("./screens/missing.tsx"),
};

/** The screens of the desk, in the order of the menu: a screen is a line here and a file in screens/. */
export const screens: readonly Screen[] = [
  { path: "/", name: "Today", icon: Sun, roles: OWNER, load: () => import("./screens/today.tsx") },
  { path: "/orders", name: "Orders", icon: Package, roles: ALL, load: () => import("./screens/orders.tsx") },
  {
    path: "/orders/new",
    name: "Order by phone",
    roles: OWNER,
    load: () => import("./screens/phone-order.tsx"),
  },
  { path: "/orders/:orderId", name: "Order", roles: ALL, load: () => import("./screens/order.tsx") },
  {
    path: "/products",
    name: "Products",
    icon: Tag,
    roles: OWNER,
    load: () => import("./screens/products.tsx"),
  },
  {
    path: "/products/new",
    name: "New product",
    roles: OWNER,
    load: () => import("./screens/new-product.tsx"),
  },
  {
    path: "/products/:productId",
    name: "Product",
    roles: OWNER,
    load: () => import("./screens/product.tsx"),
  },
  {
    path: "/home",
    name: "Home and offers",
    icon: House,
    roles: OWNER,
    load: () => import("./screens/home.tsx"),
  },
  { path: "/books", name: "Books", icon: BookOpen, roles: OWNER, load: () => import("./screens/books.tsx") },
  {
    path: "/visitors",
    name: "Visitors",
    roles: OWNER,
    load: () => import("./screens/visitors.tsx"),
  },
  {
    path: "/visitors/synonyms",
    name: "Synonyms",
    roles: OWNER,
    load: () => import("./screens/synonyms.tsx"),
  },
  {
    path: "/people",
    name: "People",
    icon: UsersRound,
    roles: OWNER,
    load: () => import("./screens/people.tsx"),
  },
  {
    path: "/people/customer",
    name: "Customer",
    roles: OWNER,
    load: () => import("./screens/customer.tsx"),
  },
  {
    path: "/people/messages",
    name: "Messages",
    roles: OWNER,
    load: () => import("./screens/messages.tsx"),
  },
  { path: "/people/reviews", name: "Reviews", roles: OWNER, load: () => import("./screens/reviews.tsx") },
  {
    path: "/people/newsletter",
    name: "Newsletter",
    roles: OWNER,
    load: () => import("./screens/newsletter.tsx"),
  },
  {
    path: "/settings",
    name: "Settings",
    icon: SlidersHorizontal,
    roles: OWNER,
    load: () => import("./screens/shop-settings.tsx"),
  },
  {
    path: "/settings/seller",
    name: "Seller",
    roles: OWNER,
    load: () => import("./screens/seller-settings.tsx"),
  },
  {
    path: "/settings/selling",
    name: "Selling",
    roles: OWNER,
    load: () => import("./screens/selling-settings.tsx"),
  },
  { path: "/settings/taxes", name: "Taxes", roles: OWNER, load: () => import("./screens/taxes.tsx") },
  { path: "/settings/texts", name: "Texts", roles: OWNER, load: () => import("./screens/texts.tsx") },
  { path: "/settings/health", name: "Health", roles: OWNER, load: () => import("./screens/health.tsx") },
  {
    path: "/settings/values",
    name: "Connections",
    roles: OWNER,
    load: () => import("./screens/settings.tsx"),
  },
  {
    path: "/settings/record",
    name: "Who did what",
    roles: OWNER,
    load: () => import("./screens/record.tsx"),
  },
  {
    path: "/commands",
    name: "Commands",
    roles: ALL,
    load: () => import("./screens/commands.tsx"),
  },
  { path: "/tasks", name: "Tasks", roles: ALL, load: () => import("./screens/tasks.tsx") },
  { path: "/do/undo", name: "Undo", roles: OWNER, load: () => import("./screens/undo.tsx") },
  { path: "/do/:noun", name: "Command", roles: ALL, load: () => import("./screens/command.tsx") },
  { path: "/do/:noun/:verb", name: "Command", roles: ALL, load: () => import("./screens/command.tsx") },
];

export const findScreen = createFinder(screens, missing);
