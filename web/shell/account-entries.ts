import { links } from "#contract/links.ts";

/** The entries that both the account menu and the side menu contain (§2.2, §2.17). */
export const accountEntries = [
  { id: "orders", label: "Orders", sideLabel: "Order History", href: links.orders },
  { id: "address", label: "Address", sideLabel: "Addresses", href: links.address },
] as const;

export const menuLinks = [
  { label: "Gifts", href: links.gifts },
  { label: "All products", href: links.products() },
  { label: "Your orders", href: links.orders },
] as const;

export const menuEntries = [
  ...accountEntries,
  { label: "Saved pieces", href: links.saved },
  { label: "Profile", href: links.profile },
] as const;
