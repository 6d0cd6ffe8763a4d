import { useEffect } from "react";
import { goTo } from "#client/links.tsx";
import { requiredPart } from "#client/required-part.tsx";
import { links } from "#contract/links.ts";
import { sessionMessages } from "#shop/accounts/session.ts";
import { useSession } from "#shop/accounts/web/session.ts";
import { ExactText } from "#ui/exact-text.tsx";
import { PageTitle } from "#ui/page-title.tsx";
import { Wrap } from "#ui/section.tsx";
import { SkeletonFields } from "#ui/skeleton.tsx";
import { UntilKnown } from "../shell/without-scripts.tsx";
import styles from "./checkout.module.css";

const OwnCheckout = requiredPart(async () => (await import("../account/own-checkout.tsx")).OwnCheckout);

export const head = () => ({ title: "Checkout" });

export function Component() {
  const { user, isRestored } = useSession();
  useEffect(() => {
    if (isRestored && user === null) void goTo(links.logIn(links.checkout), { replace: true });
  }, [isRestored, user]);
  return (
    <Wrap>
      <PageTitle>Shipping Information</PageTitle>
      {isRestored ? (
        <OtherAccount email={user?.email} />
      ) : (
        <UntilKnown without="This page needs JavaScript to take your order.">
          <OtherAccount email={undefined} />
          <Waiting />
        </UntilKnown>
      )}
      {isRestored && (user ? <OwnCheckout user={user} loading={<Waiting />} /> : <Waiting />)}
    </Wrap>
  );
}

const Waiting = () => (
  <div aria-busy="true" className={styles.waiting}>
    <SkeletonFields count={10} />
  </div>
);

const OtherAccount = ({ email }: { email: string | undefined }) => (
  <p className={styles.account}>
    {email && <ExactText text={`Signed in as ${email}. `} exact={[email]} />}
    {sessionMessages.hasAccount} <a href={links.logIn(links.checkout)}>Login</a>
  </p>
);
