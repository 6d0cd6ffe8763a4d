import Share2 from "lucide/dist/esm/icons/share-2.mjs";
import { Button, ButtonLink } from "#ui/button.tsx";
import { Icon } from "#ui/icon.tsx";
import { productMessages } from "../../product.ts";
import styles from "./share.module.css";

export const Share = ({ title, address }: { title: string; address: string }) => (
  <div className={styles.share}>
    <Button variant="quiet" onClick={() => void sharePage(title)}>
      <Icon of={Share2} size={16} />
      Share
    </Button>
    <ul className={styles.places} aria-label="Share on">
      {places.map(({ name, href }) => (
        <li key={name}>
          <ButtonLink
            variant="quiet"
            href={href(encodeURIComponent(address), encodeURIComponent(title))}
            target="_blank"
            rel="noopener"
          >
            {name}
          </ButtonLink>
        </li>
      ))}
    </ul>
  </div>
);

const places: { name: string; href: (address: string, title: string) => string }[] = [
  { name: "WhatsApp", href: (address, title) => `https://wa.me/?text=${title}%20${address}` },
  {
    name: "Pinterest",
    href: (address, title) =>
      `https://www.pinterest.com/pin/create/button/?url=${address}&description=${title}`,
  },
  { name: "Facebook", href: (address) => `https://www.facebook.com/sharer/sharer.php?u=${address}` },
];

/** Opens the device's share dialog. If that is impossible, copies the link and shows a message. */
export async function sharePage(title: string): Promise<void> {
  const url = location.href;
  if (typeof navigator.share === "function") {
    try {
      await navigator.share({ title, url });
      return;
    } catch (cause) {
      // `AbortError` means that the visitor closed the dialog.
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
    // The clipboard API fails without HTTPS or without permission, so copy from a text field.
    const focused = document.activeElement;
    const field = document.body.appendChild(document.createElement("textarea"));
    field.value = text;
    field.select();
    document.execCommand("copy");
    field.remove();
    if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  }
}
