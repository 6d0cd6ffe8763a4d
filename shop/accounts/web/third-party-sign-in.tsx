import { useEffect, useEffectEvent } from "react";
import * as v from "valibot";
import { ApiError } from "#contract/errors.ts";
import { links } from "#contract/links.ts";
import { removeStoredInTab, readStoredJsonInTab, writeStoredInTab } from "#client/storage.ts";
import { toastFailure } from "#client/use-task.ts";
import { Button } from "#ui/button.tsx";
import { toastError, toastSuccess } from "#ui/toast.ts";
import { type SignInProvider, thirdPartyMessages } from "../third-party.ts";
import { GoogleButton } from "./google-button.tsx";
import { signInWithCredential } from "./session.ts";
import styles from "./third-party-sign-in.module.css";

interface ThirdPartySignInProps {
  /** Undefined while the provider is loading; null if it is not set up. */
  provider: SignInProvider | undefined;
  redirect: string;
  onLoggedIn: (redirect: string) => Promise<void>;
}

export function ThirdPartySignIn({ provider, redirect, onLoggedIn }: ThirdPartySignInProps) {
  const enter = async (credential: string, nonce: string, to: string) => {
    try {
      await signInWithCredential(credential, nonce);
      toastSuccess(thirdPartyMessages.loggedIn(provider?.name ?? "Google"));
      await onLoggedIn(to);
    } catch (cause) {
      toastFailure(cause, describeFailure(cause));
    }
  };
  const finish = useEffectEvent(enter);
  useEffect(() => {
    const returned = readProviderReturn();
    if (returned === null) return;
    if (returned.credential === null) toastError(thirdPartyMessages.noCredential);
    else void finish(returned.credential, returned.nonce, returned.redirect);
  }, []);

  if (provider === undefined) return <div className={styles.other} aria-hidden="true" />;
  if (provider === null) return null;
  return (
    <div className={styles.other}>
      <p className={styles.or}>or</p>
      {provider.authorizeUrl === null ? (
        <GoogleButton
          clientId={provider.clientId}
          onCredential={(credential, nonce) => void enter(credential, nonce, redirect)}
        />
      ) : (
        <Button
          variant="secondary"
          className={styles.button}
          onClick={() => goToProvider(provider, redirect)}
        >
          Continue with {provider.name}
        </Button>
      )}
      {provider.isTest && <p className={styles.quiet}>{thirdPartyMessages.testNote(provider.name)}</p>}
    </div>
  );
}

const describeFailure = (cause: unknown): string =>
  cause instanceof ApiError && cause.status > 0
    ? thirdPartyMessages.failedWith(cause.status)
    : thirdPartyMessages.failed;

const STORED = "sign-in";

const storedSchema = v.object({ state: v.string(), nonce: v.string(), redirect: v.string() });

/** Opens the provider's login page, which returns to this page with an id_token in the URL's fragment. */
function goToProvider(provider: NonNullable<SignInProvider>, redirect: string): void {
  if (provider.authorizeUrl === null) return;
  const stored = { state: crypto.randomUUID(), nonce: crypto.randomUUID(), redirect };
  writeStoredInTab(STORED, JSON.stringify(stored));
  const page = new URL(provider.authorizeUrl, location.origin);
  const params = {
    response_type: "id_token",
    response_mode: "fragment",
    scope: "openid email profile",
    client_id: provider.clientId,
    redirect_uri: location.origin + links.logIn(),
    state: stored.state,
    nonce: stored.nonce,
  };
  for (const [name, value] of Object.entries(params)) page.searchParams.set(name, value);
  location.assign(page);
}

/** Removes the provider's response from the URL and returns it; null if it is missing or belongs to another sign-in. */
function readProviderReturn(): { credential: string | null; nonce: string; redirect: string } | null {
  const params = new URLSearchParams(location.hash.slice(1));
  if (!params.has("state")) return null;
  history.replaceState(history.state, "", location.pathname + location.search);
  const stored = v.safeParse(storedSchema, readStoredJsonInTab(STORED));
  removeStoredInTab(STORED);
  if (!stored.success || stored.output.state !== params.get("state")) return null;
  return { credential: params.get("id_token"), nonce: stored.output.nonce, redirect: stored.output.redirect };
}
