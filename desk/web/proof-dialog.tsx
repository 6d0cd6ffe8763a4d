import { useEffect } from "react";
import { createStore } from "#client/store.ts";
import { Button } from "#ui/button.tsx";
import { Notice } from "#ui/notice.tsx";
import { proof } from "./desk-calls.ts";
import { Dialog } from "./dialog.tsx";
import { proveAgain } from "./passkeys.ts";
import { useAttempt } from "./sign-in.tsx";

const proofRequest = createStore<{ message: string; answer: (isProved: boolean) => void } | null>(null);

/** Asks for the passkey again before a critical command. */
export function ProofDialog() {
  const now = proofRequest.useValue();
  const { isBusy, error, attempt, forgetError } = useAttempt();
  useEffect(() => {
    const { ask } = proof;
    proof.ask = (message) =>
      new Promise((resolve) => {
        proofRequest.get()?.answer(false);
        proofRequest.set({ message, answer: resolve });
      });
    return () => {
      proof.ask = ask;
      proofRequest.get()?.answer(false);
      proofRequest.set(null);
    };
  }, []);
  const end = (isProved: boolean) => {
    now?.answer(isProved);
    proofRequest.set(null);
    forgetError();
  };
  const prove = () => attempt(() => proveAgain().then(() => end(true)));
  return (
    <Dialog
      title="Use your passkey"
      open={now !== null}
      onClose={() => end(false)}
      footer={
        <>
          <Button variant="secondary" onClick={() => end(false)}>
            Cancel
          </Button>
          <Button busy={isBusy} onClick={() => void prove()} data-initial-focus="">
            Use passkey
          </Button>
        </>
      }
    >
      <p>{now?.message}</p>
      {error && <Notice tone="danger">{error}</Notice>}
    </Dialog>
  );
}
