import { useEffect, useState } from "react";
import { CalmState } from "#ui/calm-state.tsx";
import { DeskError, fetchSession, signIn } from "./desk-calls.ts";
import { forgetOldDraft } from "./draft.ts";
import { entrance, JOIN_PATH, session, takeKey } from "./session.ts";
import { Shell } from "./shell.tsx";
import { Join, SignIn } from "./sign-in.tsx";
import { queries } from "./use-view.ts";

export const App = () => (location.pathname === JOIN_PATH ? <Join /> : <Desk />);

function Desk() {
  const user = session.useValue();
  const entranceState = entrance.useValue();
  const [isOpening, setOpening] = useState(true);
  const [reason, setReason] = useState("");
  useEffect(() => {
    const enter = () =>
      open(takeKey())
        .catch((cause: unknown) => setReason(cause instanceof DeskError ? cause.message : String(cause)))
        .finally(() => setOpening(false));
    void enter();
    // A new sign-in link in the same tab changes only the hash, so the browser does not reload the page.
    const change = () => void (location.hash.length > 1 && enter());
    addEventListener("hashchange", change);
    return () => removeEventListener("hashchange", change);
  }, []);
  useEffect(() => {
    if (user === null) queries.clear();
    else forgetOldDraft();
  }, [user]);
  if (isOpening)
    return (
      <main aria-busy="true">
        <p role="status">Opening the desk…</p>
      </main>
    );
  if (user !== null) return <Shell who={user} />;
  return entranceState === "passkey" ? <SignIn /> : <SignedOut reason={reason} />;
}

/** Signs in with the key in the URL, or checks the stored session. @throws if the user is not signed in */
async function open(key: string | null): Promise<void> {
  if (key !== null) session.set(await signIn(key));
  const storedSession = session.get();
  try {
    session.set({ ...(await fetchSession()), token: storedSession?.token ?? "" });
  } catch (cause) {
    // If the desk is unreachable, the session may still be valid.
    if (storedSession === null || !(cause instanceof DeskError) || cause.code === "signed out") throw cause;
  }
}

const SignedOut = ({ reason }: { reason: string }) => (
  <main>
    <CalmState
      title="Open the desk with a new address"
      text={`${reason} Press Enter in the terminal where the desk is running. The terminal then shows a new address, which works only once. Open that address.`.trim()}
    />
  </main>
);
