import Printer from "lucide/dist/esm/icons/printer.mjs";
import { fetchAnswer, readAnswer } from "#client/api.ts";
import { saveFile } from "#client/save-file.ts";
import { useTask } from "#client/use-task.ts";
import type { Order } from "#shop/orders/order.ts";
import { Button } from "#ui/button.tsx";
import { IconButton } from "#ui/icon-button.tsx";
import { useShopName } from "#ui/logo.tsx";
import { INVOICE_PAPER, toPaperName } from "../paper-names.ts";
import { downloadPaper } from "../endpoints.ts";

interface PaperButtonProps {
  order: Order;
  creditNote: string | null;
}

export function PaperButton({ order, creditNote }: PaperButtonProps) {
  const { busy, download } = usePaper({ order, creditNote });
  const label = creditNote === null ? "Download invoice (PDF)" : `Download credit note ${creditNote} (PDF)`;
  return (
    <IconButton label={label} icon={Printer} title={label} aria-busy={busy || undefined} onClick={download} />
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
  const { busy, run } = useTask();
  const download = () =>
    run("paper", "We could not make your invoice. Please check your connection and try again.", async () => {
      const { orderId } = order;
      const paper = creditNote === null ? INVOICE_PAPER : toPaperName(creditNote);
      const response = await fetchAnswer(downloadPaper, { params: { orderId, paper } });
      if (creditNote === null && hasNoSuchCall(response)) await drawInvoice(order, shopName);
      else await saveAnswer(orderId, response);
    });
  return { busy: busy !== null, download: () => void (busy ?? download()) };
}

async function drawInvoice(order: Order, shopName: string): Promise<void> {
  const { describeOrderPaper, drawOrderPdf } = await import("./order-pdf.ts");
  const pdf = await drawOrderPdf(describeOrderPaper(order, shopName));
  saveFile(new Blob([pdf], { type: PDF }), `${order.orderId}.pdf`);
}

const PDF = "application/pdf";

/** True if the backend has no endpoint for PDFs. A 404 cannot be about the order, because the page shows this order. */
const hasNoSuchCall = ({ status, ok, headers }: Response): boolean =>
  ok ? headers.get("content-type")?.startsWith(PDF) !== true : [404, 405, 501].includes(status);

async function saveAnswer(orderId: string, response: Response): Promise<void> {
  if (!response.ok) await readAnswer(downloadPaper, response);
  const [, name = `${orderId}.pdf`] =
    /filename="([^"]+)"/.exec(response.headers.get("content-disposition") ?? "") ?? [];
  saveFile(await response.blob(), name);
}
