import { links } from "#contract/links.ts";

/** The customer's pages in the account menu and in the side menu (§2.2, §2.17). */
export const accountEntries = [
  { id: "orders", menuLabel: "Orders", sideLabel: "Order History", href: links.orders },
  { id: "address", menuLabel: "Address", sideLabel: "Addresses", href: links.address },
] as const;

/** The account menu also has the wishlist and the profile (§2.17). */
export const menuEntries = [
  ...accountEntries,
  { menuLabel: "Saved pieces", href: links.saved },
  { menuLabel: "Profile", href: links.profile },
] as const;
