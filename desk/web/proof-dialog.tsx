import { useEffect, useState } from "react";
import { createStore } from "#client/store.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { Notice } from "#ui/notice.tsx";
import { DeskError, proof } from "./desk-calls.ts";
import { proveAgain } from "./passkeys.ts";

interface ProofRequest {
  message: string;
  answer: (isProved: boolean) => void;
}

const proofRequest = createStore<ProofRequest | null>(null);

/** The dialog that asks for the passkey again before a critical command. */
export function ProofDialog() {
  const now = proofRequest.useValue();
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
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
    setError(null);
  };
  const prove = async () => {
    setBusy(true);
    setError(null);
    try {
      await proveAgain();
      end(true);
    } catch (cause) {
      if (!(cause instanceof DeskError)) throw cause;
      setError(cause.message);
    } finally {
      setBusy(false);
    }
  };
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
