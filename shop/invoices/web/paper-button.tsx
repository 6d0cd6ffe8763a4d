import Printer from "lucide/dist/esm/icons/printer.mjs";
import { useState } from "react";
import { getErrorMessage } from "#client/api.ts";
import { IconButton } from "#ui/icon-button.tsx";
import { toastError } from "#ui/toast.ts";
import { INVOICE_PAPER, toPaperName } from "../paper-names.ts";
import { savePaper } from "./download-paper.ts";
import { Icon } from "#ui/icon.tsx";

/** The printer beside a paper: downloads it as a PDF (§2.15). `creditNote` is its number; without one it is the invoice. */
export function PaperButton({ orderId, creditNote }: { orderId: string; creditNote: string | null }) {
  const label = creditNote === null ? "Download invoice (PDF)" : `Download credit note ${creditNote} (PDF)`;
  const [busy, setBusy] = useState(false);
  const download = async () => {
    setBusy(true);
    try {
      await savePaper(orderId, creditNote === null ? INVOICE_PAPER : toPaperName(creditNote));
    } catch (cause) {
      toastError(
        getErrorMessage(cause, "We could not make your invoice. Please check your connection and try again."),
      );
    } finally {
      setBusy(false);
    }
  };
  return (
    <IconButton
      label={label}
      title={label}
      aria-busy={busy || undefined}
      onClick={() => busy || void download()}
    >
      <Icon of={Printer} strokeWidth={1.5} />
    </IconButton>
  );
}
