import { links } from "#contract/links.ts";

/** The entries that both the account menu and the side menu contain (§2.2, §2.17). */
export const accountEntries = [
  { id: "orders", menuLabel: "Orders", sideLabel: "Order History", href: links.orders },
  { id: "address", menuLabel: "Address", sideLabel: "Addresses", href: links.address },
] as const;

export const menuEntries = [
  ...accountEntries,
  { menuLabel: "Saved pieces", href: links.saved },
  { menuLabel: "Profile", href: links.profile },
] as const;
