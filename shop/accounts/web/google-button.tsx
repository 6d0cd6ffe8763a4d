import { useEffect, useEffectEvent, useRef } from "react";
import { findPageName } from "#contract/page-paths.ts";
import { isLoadedFrom, loadForeignScript } from "#client/foreign-script.ts";
import { toastError } from "#ui/toast.ts";
import { thirdPartyMessages } from "../third-party.ts";
import styles from "./third-party-sign-in.module.css";

const SCRIPT = "https://accounts.google.com/gsi/client";

/** Minimum and maximum width in px that Google's button supports (§2.10). */
const NARROWEST = 200;
const WIDEST = 420;

interface GoogleIdentity {
  accounts: {
    id: {
      initialize(settings: {
        client_id: string;
        nonce: string;
        callback: (response: { credential?: string }) => void;
      }): void;
      renderButton(place: HTMLElement, options: Record<string, string | number>): void;
    };
  };
}

interface GoogleButtonProps {
  clientId: string;
  onCredential: (credential: string, nonce: string) => void;
}

export function GoogleButton({ clientId, onCredential }: GoogleButtonProps) {
  const place = useRef<HTMLDivElement>(null);
  const take = useEffectEvent(onCredential);
  useEffect(() => {
    if (!isLoadedFrom((path) => findPageName(path) === "logIn")) {
      // The login page's Content-Security-Policy applies only after a full load of the login page.
      location.reload();
      return;
    }
    let isMounted = true;
    const nonce = crypto.randomUUID();
    void loadForeignScript<GoogleIdentity>(SCRIPT, "google").then((google) => {
      if (!isMounted || !google || !place.current) return;
      google.accounts.id.initialize({
        client_id: clientId,
        nonce,
        callback: ({ credential }) => {
          if (credential) take(credential, nonce);
          else toastError(thirdPartyMessages.noCredential);
        },
      });
      const width = Math.min(WIDEST, Math.max(NARROWEST, place.current.clientWidth));
      google.accounts.id.renderButton(place.current, {
        theme: "outline",
        size: "large",
        text: "continue_with",
        width,
      });
    });
    return () => {
      isMounted = false;
    };
  }, [clientId]);
  return <div ref={place} className={styles.button} />;
}
