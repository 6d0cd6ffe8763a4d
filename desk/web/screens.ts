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
  part?: "Books" | "People" | "Settings";
  tab?: string;
  /** The roles that the desk lets open the screen. The shop itself checks the permissions. */
  roles: readonly OperatorRole[];
  load: () => Promise<{ default: ComponentType<{ params: Params }> }>;
}

const ALL = ["owner", "manager", "packer"] as const;
const STAFF = ["owner", "manager"] as const;
const OWNER = ["owner"] as const;

const BOOKS = { part: "Books" } as const;
const PEOPLE = { part: "People" } as const;
const SETTINGS = { part: "Settings" } as const;

const toScreen = (
  path: string,
  name: string,
  roles: readonly OperatorRole[],
  load: Screen["load"],
  rest: Pick<Screen, "icon" | "part" | "tab"> = {},
): Screen => ({ path, name, roles, load, ...rest });

const missing = toScreen("*", "Nothing here", ALL, () => import("./screens/missing.tsx"));

export const screens: readonly Screen[] = [
  toScreen("/", "Today", STAFF, () => import("./screens/today.tsx"), { icon: Sun }),
  toScreen("/orders", "Orders", ALL, () => import("./screens/orders.tsx"), { icon: Package }),
  toScreen("/orders/new", "Order by phone", STAFF, () => import("./screens/phone-order.tsx")),
  toScreen("/orders/pick-list", "Pick list", ALL, () => import("./screens/pick-list.tsx")),
  toScreen("/orders/:orderId", "Order", ALL, () => import("./screens/order.tsx")),
  toScreen("/products", "Products", STAFF, () => import("./screens/products.tsx"), { icon: Tag }),
  toScreen("/products/new", "New product", STAFF, () => import("./screens/new-product.tsx")),
  toScreen("/products/:productId", "Product", STAFF, () => import("./screens/product.tsx")),
  toScreen("/people", "People", STAFF, () => import("./screens/people.tsx"), {
    ...PEOPLE,
    tab: "Customers",
    icon: UsersRound,
  }),
  toScreen("/people/customer", "Customer", STAFF, () => import("./screens/customer.tsx")),
  toScreen("/people/messages", "Messages", STAFF, () => import("./screens/messages.tsx"), PEOPLE),
  toScreen("/people/reviews", "Reviews", STAFF, () => import("./screens/reviews.tsx"), PEOPLE),
  toScreen("/people/newsletter", "Newsletter", STAFF, () => import("./screens/newsletter.tsx"), PEOPLE),
  toScreen("/books", "Books", STAFF, () => import("./screens/books.tsx"), {
    ...BOOKS,
    icon: BookOpen,
  }),
  toScreen("/visitors", "Visitors", STAFF, () => import("./screens/visitors.tsx"), BOOKS),
  toScreen("/visitors/synonyms", "Search words", STAFF, () => import("./screens/synonyms.tsx")),
  toScreen("/home", "Home page", STAFF, () => import("./screens/home.tsx"), { icon: House }),
  toScreen("/settings", "Settings", STAFF, () => import("./screens/shop-settings.tsx"), {
    ...SETTINGS,
    tab: "Shop",
    icon: SlidersHorizontal,
  }),
  toScreen("/settings/seller", "Seller", OWNER, () => import("./screens/seller-settings.tsx"), SETTINGS),
  toScreen("/settings/selling", "Selling", STAFF, () => import("./screens/selling-settings.tsx"), SETTINGS),
  toScreen("/settings/taxes", "Taxes", OWNER, () => import("./screens/taxes.tsx"), SETTINGS),
  toScreen("/settings/texts", "Texts", STAFF, () => import("./screens/texts.tsx"), SETTINGS),
  toScreen("/settings/values", "Connections", OWNER, () => import("./screens/settings.tsx"), SETTINGS),
  toScreen("/settings/health", "Health", STAFF, () => import("./screens/health.tsx"), SETTINGS),
  toScreen("/settings/team", "Team", OWNER, () => import("./screens/team.tsx"), SETTINGS),
  toScreen("/settings/record", "Who did what", STAFF, () => import("./screens/record.tsx"), SETTINGS),
  toScreen("/commands", "All actions", ALL, () => import("./screens/commands.tsx")),
  toScreen("/sign-in", "Your sign-in", ALL, () => import("./screens/sign-in.tsx")),
  toScreen("/tasks", "Tasks", ALL, () => import("./screens/tasks.tsx")),
  toScreen("/do/undo", "Recent changes", STAFF, () => import("./screens/undo.tsx")),
  toScreen("/do/:noun", "Command", ALL, () => import("./screens/command.tsx")),
  toScreen("/do/:noun/:verb", "Command", ALL, () => import("./screens/command.tsx")),
];

export const findScreen = createFinder(screens, missing);
