import { requiredPart } from "#client/required-part.tsx";
import { links } from "#contract/links.ts";
import { useSession } from "#shop/accounts/web/session.ts";
import { addressMessages } from "#shop/addresses/address.ts";
import { AddressCardsSkeleton } from "#shop/addresses/web/address-cards-skeleton.tsx";
import { SideMenu } from "../shell/side-menu.tsx";
import { SignInFirst } from "../shell/sign-in-first.tsx";
import { UntilKnown } from "../shell/without-scripts.tsx";

const OwnAddresses = requiredPart(async () => (await import("../account/own-addresses.tsx")).OwnAddresses);

export const head = () => ({ title: "Addresses", canonical: links.address, noindex: true });

const AddressPage = () => (
  <SideMenu crumbs={[{ label: "Addresses" }]} title="Addresses">
    <Addresses />
  </SideMenu>
);

function Addresses() {
  const { user, known } = useSession();
  if (!known)
    return (
      <UntilKnown without="Your addresses need JavaScript.">
        <AddressCardsSkeleton />
      </UntilKnown>
    );
  if (user === null) return <SignIn />;
  return <OwnAddresses key={user._id} userId={user._id} loading={<AddressCardsSkeleton />} />;
}

/** Links to `/login` and not to `/log-in`, as §2.1 requires. */
const SignIn = () => (
  <SignInFirst
    title={addressMessages.signIn}
    text="Save an address once for a faster checkout."
    href={`${links.login}?redirect=${encodeURIComponent(links.address)}`}
  />
);

export { AddressPage as Component };
