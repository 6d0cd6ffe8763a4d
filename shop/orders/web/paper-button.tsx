import Printer from "lucide/dist/esm/icons/printer.mjs";
import { useState } from "react";
import { getErrorMessage } from "#client/api.ts";
import { IconButton } from "#ui/icon-button.tsx";
import { toastError } from "#ui/toast.ts";
import { savePaper } from "./download-paper.ts";
import { Icon } from "#ui/icon.tsx";

interface PaperButtonProps {
  orderId: string;
  /** `invoice`, or the name of a credit note. */
  paper: string;
  label: string;
}

/** The printer beside a paper: downloads it as a PDF (§2.15). */
export function PaperButton({ orderId, paper, label }: PaperButtonProps) {
  const [busy, setBusy] = useState(false);
  const download = async () => {
    setBusy(true);
    try {
      await savePaper(orderId, paper);
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
