import { requiredPart } from "#client/required-part.tsx";
import { links } from "#contract/links.ts";
import { addressMessages } from "#shop/addresses/address.ts";
import { AddressCardsSkeleton } from "#shop/addresses/web/address-cards-skeleton.tsx";
import { SideMenu } from "../shell/side-menu.tsx";

const OwnAddresses = requiredPart(async () => (await import("../account/own-addresses.tsx")).OwnAddresses);

export const head = () => ({ title: "Addresses" });

/** This page links to `/login` (`links.login`), as §2.1 requires. All other pages link to `/log-in`. */
export const Component = () => (
  <SideMenu
    crumbs={[{ label: "Addresses" }]}
    title="Addresses"
    without="This page needs JavaScript to show your addresses."
    loading={<AddressCardsSkeleton />}
    signIn={{
      title: addressMessages.signIn,
      text: "Save an address once for a faster checkout.",
      href: `${links.login}?redirect=${encodeURIComponent(links.address)}`,
    }}
  >
    {(user) => <OwnAddresses key={user._id} userId={user._id} loading={<AddressCardsSkeleton />} />}
  </SideMenu>
);
