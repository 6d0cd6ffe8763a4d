import { productMessages } from "../../product.ts";

/** Opens the device's share dialog. If there is none or it fails, copies the link and shows a message. */
export async function sharePage(title: string): Promise<void> {
  const url = location.href;
  if (typeof navigator.share === "function") {
    try {
      await navigator.share({ title, url });
      return;
    } catch (cause) {
      // `AbortError` means that the visitor closed the dialog. After any other error, the link is copied.
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
    // The clipboard API is only available over HTTPS, so copy from a text field.
    const field = document.body.appendChild(document.createElement("textarea"));
    field.value = text;
    field.select();
    document.execCommand("copy");
    field.remove();
  }
}
