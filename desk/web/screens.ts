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
  /** The icon in the menu. A screen without an icon is not in the menu. */
  icon?: IconNode;
  /** The area whose tabs the screen shows. */
  part?: "Books" | "People" | "Settings";
  tab?: string;
  /** The roles that see the screen in the menu and the tabs. The shop checks the permissions. */
  roles: readonly OperatorRole[];
  load: () => Promise<{ default: ComponentType<{ params: Params }> }>;
}

const ALL = ["owner", "manager", "packer"] as const;
const STAFF = ["owner", "manager"] as const;
const OWNER = ["owner"] as const;

const missing: Screen = {
  path: "*",
  name: "Nothing here",
  roles: ALL,
  load: () => import("./screens/missing.tsx"),
};

/** All screens of the desk, in the order of the menu. */
export const screens: readonly Screen[] = [
  { path: "/", name: "Today", icon: Sun, roles: STAFF, load: () => import("./screens/today.tsx") },
  { path: "/orders", name: "Orders", icon: Package, roles: ALL, load: () => import("./screens/orders.tsx") },
  {
    path: "/orders/new",
    name: "Order by phone",
    roles: STAFF,
    load: () => import("./screens/phone-order.tsx"),
  },
  { path: "/orders/:orderId", name: "Order", roles: ALL, load: () => import("./screens/order.tsx") },
  {
    path: "/products",
    name: "Products",
    icon: Tag,
    roles: STAFF,
    load: () => import("./screens/products.tsx"),
  },
  {
    path: "/products/new",
    name: "New product",
    roles: STAFF,
    load: () => import("./screens/new-product.tsx"),
  },
  {
    path: "/products/:productId",
    name: "Product",
    roles: STAFF,
    load: () => import("./screens/product.tsx"),
  },
  {
    path: "/home",
    name: "Home and offers",
    icon: House,
    roles: STAFF,
    load: () => import("./screens/home.tsx"),
  },
  {
    path: "/books",
    name: "Books",
    icon: BookOpen,
    part: "Books",
    roles: STAFF,
    load: () => import("./screens/books.tsx"),
  },
  {
    path: "/visitors",
    name: "Visitors",
    part: "Books",
    roles: STAFF,
    load: () => import("./screens/visitors.tsx"),
  },
  {
    path: "/visitors/synonyms",
    name: "Synonyms",
    roles: STAFF,
    load: () => import("./screens/synonyms.tsx"),
  },
  {
    path: "/people",
    name: "People",
    part: "People",
    tab: "Customers",
    icon: UsersRound,
    roles: STAFF,
    load: () => import("./screens/people.tsx"),
  },
  {
    path: "/people/customer",
    name: "Customer",
    roles: STAFF,
    load: () => import("./screens/customer.tsx"),
  },
  {
    path: "/people/messages",
    name: "Messages",
    part: "People",
    roles: STAFF,
    load: () => import("./screens/messages.tsx"),
  },
  {
    path: "/people/reviews",
    name: "Reviews",
    part: "People",
    roles: STAFF,
    load: () => import("./screens/reviews.tsx"),
  },
  {
    path: "/people/newsletter",
    name: "Newsletter",
    part: "People",
    roles: STAFF,
    load: () => import("./screens/newsletter.tsx"),
  },
  {
    path: "/settings",
    name: "Settings",
    part: "Settings",
    tab: "Shop",
    icon: SlidersHorizontal,
    roles: STAFF,
    load: () => import("./screens/shop-settings.tsx"),
  },
  {
    path: "/settings/seller",
    name: "Seller",
    part: "Settings",
    roles: OWNER,
    load: () => import("./screens/seller-settings.tsx"),
  },
  {
    path: "/settings/selling",
    name: "Selling",
    part: "Settings",
    roles: STAFF,
    load: () => import("./screens/selling-settings.tsx"),
  },
  {
    path: "/settings/taxes",
    name: "Taxes",
    part: "Settings",
    roles: OWNER,
    load: () => import("./screens/taxes.tsx"),
  },
  {
    path: "/settings/texts",
    name: "Texts",
    part: "Settings",
    roles: STAFF,
    load: () => import("./screens/texts.tsx"),
  },
  {
    path: "/settings/values",
    name: "Connections",
    part: "Settings",
    roles: OWNER,
    load: () => import("./screens/settings.tsx"),
  },
  {
    path: "/settings/health",
    name: "Health",
    part: "Settings",
    roles: STAFF,
    load: () => import("./screens/health.tsx"),
  },
  {
    path: "/settings/team",
    name: "Team",
    part: "Settings",
    roles: OWNER,
    load: () => import("./screens/team.tsx"),
  },
  {
    path: "/settings/record",
    name: "Who did what",
    part: "Settings",
    roles: STAFF,
    load: () => import("./screens/record.tsx"),
  },
  {
    path: "/commands",
    name: "Commands",
    roles: ALL,
    load: () => import("./screens/commands.tsx"),
  },
  { path: "/sign-in", name: "Your sign-in", roles: ALL, load: () => import("./screens/sign-in.tsx") },
  { path: "/tasks", name: "Tasks", roles: ALL, load: () => import("./screens/tasks.tsx") },
  { path: "/do/undo", name: "Undo", roles: STAFF, load: () => import("./screens/undo.tsx") },
  { path: "/do/:noun", name: "Command", roles: ALL, load: () => import("./screens/command.tsx") },
  { path: "/do/:noun/:verb", name: "Command", roles: ALL, load: () => import("./screens/command.tsx") },
];

export const findScreen = createFinder(screens, missing);
