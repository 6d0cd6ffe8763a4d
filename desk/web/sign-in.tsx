import { type ReactNode, useEffect, useState } from "react";
import { Button } from "#ui/button.tsx";
import { TextField } from "#ui/field.tsx";
import { LogoMark } from "#ui/logo.tsx";
import { Notice } from "#ui/notice.tsx";
import { fetchSession, getMessage } from "./desk-calls.ts";
import {
  describeDevice,
  type InvitedPerson,
  joinWithPasskey,
  loadPasskeys,
  openInvitation,
  signInWithPasskey,
} from "./passkeys.ts";
import { RIGHTS, session, takeKey } from "./session.ts";
import styles from "./sign-in.module.css";

export function SignIn() {
  const { isBusy, error, attempt } = useAttempt();
  return (
    <Room title="Sign in to the desk">
      <p>Use the fingerprint, face or PIN of this device.</p>
      {error && <Notice tone="danger">{error}</Notice>}
      <Button wide busy={isBusy} onClick={() => void attempt(() => signInWithPasskey().then(enter))}>
        Sign in with passkey
      </Button>
      <p className="small soft">
        No passkey on this device yet? Ask the owner for an invitation. If you are signed in on another
        device, you can also add this one there: open the menu at your name.
      </p>
    </Room>
  );
}

export function Join() {
  const [invitation] = useState(takeKey);
  const [invited, setInvited] = useState<InvitedPerson | null>(null);
  const [device, setDevice] = useState(() => describeDevice());
  const { isBusy, error, attempt } = useAttempt();
  useEffect(() => {
    if (invitation === null) return;
    void attempt(async () => setInvited(await openInvitation(invitation)));
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `attempt` is a new function at each render
  }, [invitation]);
  const join = () =>
    attempt(async () => {
      await joinWithPasskey(invitation ?? "", device.trim() || describeDevice());
      location.replace("/");
    });
  if (invited === null)
    return (
      <Room title="Your invitation">
        {invitation === null && (
          <p>
            Open the whole link of your invitation, or scan its QR code again. It works once, for 30 minutes.
          </p>
        )}
        {error && <Notice tone="danger">{error}</Notice>}
        {invitation !== null && !error && <p aria-busy="true">One moment…</p>}
      </Room>
    );
  return (
    <Room title={`Welcome, ${invited.name}`}>
      <p>
        You are invited to this shop's desk. You can {RIGHTS[invited.role]}. A passkey takes the place of a
        password: this device asks for your fingerprint, face or PIN.
      </p>
      <TextField
        label="Name of this device"
        value={device}
        maxLength={60}
        onChange={(event) => setDevice(event.target.value)}
      />
      {error && <Notice tone="danger">{error}</Notice>}
      <Button wide busy={isBusy} onClick={() => void join()}>
        Create passkey
      </Button>
    </Room>
  );
}

const enter = async (): Promise<void> => session.set({ ...(await fetchSession()), token: "" });

export function useAttempt() {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  useEffect(() => void loadPasskeys().catch(() => {}), []);
  const attempt = async (action: () => Promise<void>) => {
    setBusy(true);
    setError(null);
    try {
      await action();
    } catch (cause) {
      setError(getMessage(cause));
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, error, attempt, forgetError: () => setError(null) };
}

const Room = ({ title, children }: { title: string; children: ReactNode }) => (
  <main className={styles.room}>
    <section className={styles.card} aria-labelledby="room">
      <LogoMark className={styles.mark} />
      <h1 id="room" className={styles.title}>
        {title}
      </h1>
      {children}
    </section>
  </main>
);
