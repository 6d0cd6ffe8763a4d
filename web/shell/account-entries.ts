import { links } from "#contract/links.ts";

/** The customer's pages, with their names in the header's account menu and in the side menu (§2.2, §2.17). */
export const accountEntries = [
  { id: "orders", menuLabel: "Orders", sideLabel: "Order History", href: links.orders },
  { id: "address", menuLabel: "Address", sideLabel: "Addresses", href: links.address },
] as const;

/** The entries of the account menu: those of the side menu, the wishlist and the profile (§2.17). */
export const menuEntries = [
  ...accountEntries,
  { menuLabel: "Saved pieces", href: links.saved },
  { menuLabel: "Profile", href: links.profile },
] as const;
