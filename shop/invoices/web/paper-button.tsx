import Printer from "lucide/dist/esm/icons/printer.mjs";
import { useState } from "react";
import { getErrorMessage, fetchAnswer, readAnswer } from "#client/api.ts";
import type { Order } from "#shop/orders/order.ts";
import { Button } from "#ui/button.tsx";
import { IconButton } from "#ui/icon-button.tsx";
import { useShopName } from "#ui/logo.tsx";
import { toastError } from "#ui/toast.ts";
import { INVOICE_PAPER, toPaperName } from "../paper-names.ts";
import { Icon } from "#ui/icon.tsx";
import { downloadPaper } from "../endpoints.ts";

interface PaperButtonProps {
  order: Order;
  creditNote: string | null;
}

/** Renders a printer icon that downloads a document as PDF (§2.15). */
export function PaperButton({ order, creditNote }: PaperButtonProps) {
  const { busy, download } = usePaper({ order, creditNote });
  const label = creditNote === null ? "Download invoice (PDF)" : `Download credit note ${creditNote} (PDF)`;
  return (
    <IconButton label={label} title={label} aria-busy={busy || undefined} onClick={download}>
      <Icon of={Printer} strokeWidth={1.5} />
    </IconButton>
  );
}

export function InvoiceButton({ order }: Pick<PaperButtonProps, "order">) {
  const { busy, download } = usePaper({ order, creditNote: null });
  return (
    <Button variant="secondary" busy={busy} onClick={download}>
      Invoice (PDF)
    </Button>
  );
}

function usePaper({ order, creditNote }: PaperButtonProps) {
  const shopName = useShopName();
  const [isBusy, setIsBusy] = useState(false);
  const download = async () => {
    setIsBusy(true);
    try {
      if (creditNote === null) await saveInvoice(order, shopName);
      else await savePaper(order.orderId, toPaperName(creditNote));
    } catch (cause) {
      toastError(
        getErrorMessage(cause, "We could not make your invoice. Please check your connection and try again."),
      );
    } finally {
      setIsBusy(false);
    }
  };
  return { busy: isBusy, download: () => void (isBusy || download()) };
}

/** Downloads the invoice from the server. If the backend has no such call, creates a PDF in the browser (D116). */
async function saveInvoice(order: Order, shopName: string): Promise<void> {
  const { orderId } = order;
  const response = await fetchAnswer(downloadPaper, { params: { orderId, paper: INVOICE_PAPER } });
  if (!hasNoSuchCall(response)) return saveAnswer(orderId, response);
  const { describeOrderPaper, drawOrderPdf } = await import("./order-pdf.ts");
  const pdf = await drawOrderPdf(describeOrderPaper(order, shopName));
  offerDownload(new Blob([pdf], { type: PDF }), `${orderId}.pdf`);
}

const PDF = "application/pdf";

/** True if the backend has no call for PDFs. A 404 cannot mean a missing order, because the page shows it. */
const hasNoSuchCall = ({ status, ok, headers }: Response): boolean =>
  ok ? headers.get("content-type")?.startsWith(PDF) !== true : [404, 405, 501].includes(status);

const savePaper = async (orderId: string, paper: string): Promise<void> =>
  saveAnswer(orderId, await fetchAnswer(downloadPaper, { params: { orderId, paper } }));

/** Saves the file of a response under the file name in the response. */
async function saveAnswer(orderId: string, response: Response): Promise<void> {
  // Throws an error with the server's message if the response is an error.
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
  // The URL stays valid for a minute, because some browsers read it only after the click event.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
