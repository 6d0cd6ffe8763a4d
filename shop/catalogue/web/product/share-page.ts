import { productMessages } from "../../product.ts";

/** Opens the device's share sheet, otherwise copies the link. */
export async function sharePage(title: string): Promise<void> {
  const url = location.href;
  if (typeof navigator.share === "function") {
    try {
      await navigator.share({ title, url });
      return;
    } catch (cause) {
      // A visitor who closed the sheet has decided; a sheet that could not open falls back to the link.
      if (cause instanceof DOMException && cause.name === "AbortError") return;
    }
  }
  await copy(url);
  window.alert(productMessages.linkCopied);
}

async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // The clipboard API needs https, so the older method is used on http.
    const field = document.body.appendChild(document.createElement("textarea"));
    field.value = text;
    field.select();
    document.execCommand("copy");
    field.remove();
  }
}
