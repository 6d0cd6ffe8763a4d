import Printer from "lucide/dist/esm/icons/printer.mjs";
import { useState } from "react";
import { getErrorMessage, fetchAnswer, readAnswer } from "#client/api.ts";
import { IconButton } from "#ui/icon-button.tsx";
import { toastError } from "#ui/toast.ts";
import { INVOICE_PAPER, toPaperName } from "../paper-names.ts";
import { Icon } from "#ui/icon.tsx";
import { downloadPaper } from "../endpoints.ts";

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

/** Has the server draw a paper of an order, and hands it over as a download under the name that the server gives. */
async function savePaper(orderId: string, paper: string): Promise<void> {
  const response = await fetchAnswer(downloadPaper, { params: { orderId, paper } });
  // Anything but a file says why in the usual way.
  if (!response.ok) await readAnswer(downloadPaper, response);
  const [, name = `${orderId}.pdf`] =
    /filename="([^"]+)"/.exec(response.headers.get("content-disposition") ?? "") ?? [];
  offerDownload(await response.blob(), name);
}

function offerDownload(file: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // Some browsers begin to read only after the click is over.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
