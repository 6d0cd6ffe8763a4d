import { Queries } from "#client/queries.tsx";
import { links } from "#contract/links.ts";
import { useSession } from "#shop/accounts/web/session.ts";
import { addressMessages } from "#shop/addresses/address.ts";
import { AddressBook } from "#shop/addresses/web/address-book.tsx";
import { AddressCardsSkeleton } from "#shop/addresses/web/address-cards.tsx";
import { SideMenu } from "../shell/side-menu.tsx";
import { SignInFirst } from "../shell/sign-in-first.tsx";
import { StillLife } from "../shell/still-life.tsx";
import { UntilKnown } from "../shell/without-scripts.tsx";

export const head = () => ({ title: "Addresses", canonical: links.address, noindex: true });

/** The address book (§2.16). */
const AddressPage = () => (
  <Queries>
    <SideMenu crumbs={[{ label: "Addresses" }]} title="Addresses">
      <OwnAddresses />
    </SideMenu>
  </Queries>
);

function OwnAddresses() {
  const { user, known } = useSession();
  if (!known)
    return (
      <UntilKnown without="Your addresses need JavaScript.">
        <AddressCardsSkeleton />
      </UntilKnown>
    );
  if (user === null) return <SignIn />;
  return <AddressBook key={user._id} userId={user._id} picture={<StillLife />} />;
}

/** Links to `/login` and not to `/log-in`, as §2.1 requires. The login returns to this page (D33). */
const SignIn = () => (
  <SignInFirst
    title={addressMessages.signIn}
    text="Save an address once for a faster checkout."
    href={`${links.login}?redirect=${encodeURIComponent(links.address)}`}
  />
);

export { AddressPage as Component };
