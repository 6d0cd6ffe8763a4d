import { fetchAnswer, readAnswer } from "#client/api.ts";
import { downloadPaper } from "../endpoints.ts";

/** Has the server draw a paper of an order, and hands it over as a download under the name that the server gives. */
export async function savePaper(orderId: string, paper: string): Promise<void> {
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
