import Printer from "lucide-react/icons/printer";
import { useState } from "react";
import type { Seller } from "#shop/seller/seller.ts";
import { IconButton } from "#ui/icon-button.tsx";
import { toastError } from "#ui/toast.ts";
import { buildInvoice } from "../invoice.ts";
import type { Order } from "../order.ts";

/** The printer in the invoice block: makes the PDF here and hands it over as a download (§2.15). */
export function InvoiceButton({ order, seller }: { order: Order; seller: Seller | null }) {
  const [busy, setBusy] = useState(false);
  const download = async () => {
    setBusy(true);
    try {
      // What draws it is heavier than the page it is on: it comes when it is asked for.
      const { createInvoicePdf: invoicePdf } = await import("./invoice-pdf.ts");
      const invoice = buildInvoice(order, seller);
      offerDownload(await invoicePdf(invoice), invoice.fileName);
    } catch {
      toastError("We could not make your invoice. Please check your connection and try again.");
    } finally {
      setBusy(false);
    }
  };
  return (
    <IconButton
      label="Download invoice (PDF)"
      title="Download invoice (PDF)"
      aria-busy={busy || undefined}
      onClick={() => busy || void download()}
    >
      <Printer strokeWidth={1.5} />
    </IconButton>
  );
}

function offerDownload(file: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // Some browsers begin to read only after the click is over.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
