import { useEffect, useRef } from "react";
import { type FormOutcome, links } from "#contract/links.ts";
import { toSafeRedirect } from "#contract/redirect.ts";
import { goTo, useCarried } from "#client/links.tsx";
import { useLoaded } from "#client/loaded.tsx";
import { optionalPart } from "#client/optional-part.tsx";
import { createPageLoader, usePageData } from "#client/page-loader.ts";
import { useLocation } from "#client/router/react.tsx";
import { readSignInProvider } from "#shop/accounts/endpoints.ts";
import { resetMessages } from "#shop/accounts/password-reset.ts";
import { registrationMessages } from "#shop/accounts/registration.ts";
import { getFullName } from "#shop/accounts/user.ts";
import { LogInForm } from "#shop/accounts/web/log-in-form.tsx";
import { logOutNow, useSession } from "#shop/accounts/web/session.ts";
import { ThirdPartySignIn } from "#shop/accounts/web/third-party-sign-in.tsx";
import { moveGuestCart, useCart } from "#shop/cart/web/cart-store.ts";
import { Notice } from "#ui/notice.tsx";
import { BesidePicture } from "../shell/beside-picture.tsx";

const WaitingBag = optionalPart(async () => (await import("../shell/after-page.ts")).WaitingBag);

/** Loads the sign-in provider on the server. If the provider's button appeared later, it would move the footer. */
export const loader = createPageLoader(({ call }) => ({
  provider: call(readSignInProvider, {}).then(
    ({ provider }) => provider,
    () => null,
  ),
}));

export const head = () => ({ title: "Log in" });

/** The path /logout opens this page too, and logs the visitor out (D30). */
export function Component() {
  const redirect = useRedirect();
  const { user } = useSession();
  const message = useFinishedFormMessage();
  const isNew = useCarried<FormOutcome>() === "registered" || message === doneBefore.registered;
  useLogOutHere();
  const { count } = useCart();
  const provider = useLoaded(usePageData<typeof loader>().provider);
  const isOrdering = redirect === links.checkout;
  return (
    <BesidePicture
      scene="log-in"
      title={isNew ? "Your account is ready" : "Log in"}
      lead={describeReason(isNew, isOrdering)}
    >
      {isOrdering && count > 0 && <WaitingBag />}
      {message && <Notice tone="success">{message}</Notice>}
      {user && (
        <Notice>
          You are logged in
          {getFullName(user) && (
            <>
              {" as "}
              <span translate="no">{user.email || getFullName(user)}</span>
            </>
          )}
          . <a href={redirect ?? links.home}>Continue</a>
        </Notice>
      )}
      <LogInForm
        registerHref={links.signUp(redirect)}
        forgotPasswordHref={links.forgotPassword(redirect)}
        onLoggedIn={() => navigateOnward(redirect ?? links.home)}
      />
      <ThirdPartySignIn
        provider={provider.state === "loaded" ? provider.value : undefined}
        redirect={redirect ?? links.home}
        onLoggedIn={(to) => navigateOnward(toSafeRedirect(to))}
      />
    </BesidePicture>
  );
}

function describeReason(isNew: boolean, isOrdering: boolean): string {
  if (isNew)
    return `Log in with your e-mail and password to ${isOrdering ? "place your order" : "continue"}.`;
  return isOrdering
    ? "Log in to place your order. Your bag is saved."
    : "See your orders, addresses and bag.";
}

export async function navigateOnward(to: string): Promise<void> {
  await moveGuestCart();
  await goTo(to, { replace: true });
}

/** Returns the page to open after the login; undefined for the home page (D33). */
export function useRedirect(): string | undefined {
  const { search } = useLocation();
  const target = toSafeRedirect(new URLSearchParams(search).get("redirect"));
  return target === links.home ? undefined : target;
}

function useFinishedFormMessage(): string | null {
  const finishedForm = new URLSearchParams(useLocation().search).get("after") as FormOutcome;
  return Object.hasOwn(doneBefore, finishedForm) ? doneBefore[finishedForm] : null;
}

const doneBefore: Readonly<Record<FormOutcome, string>> = {
  registered: registrationMessages.done,
  "new-password": resetMessages.done,
};

/** Logs the visitor out only once, so that a visitor who then logs in on this page stays logged in. */
function useLogOutHere(): void {
  const { pathname } = useLocation();
  const { user, isRestored } = useSession();
  const hasRun = useRef(false);
  useEffect(() => {
    if (!isRestored || hasRun.current) return;
    hasRun.current = true;
    if (user && pathname.startsWith(links.logout)) void logOutNow();
  }, [isRestored, user, pathname]);
}
