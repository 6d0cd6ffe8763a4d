import Share2 from "lucide/dist/esm/icons/share-2.mjs";
import { Button } from "#ui/button.tsx";
import { Icon } from "#ui/icon.tsx";
import { productMessages } from "../../product.ts";
import styles from "./share.module.css";

interface ShareProps {
  title: string;
  /** The product's own address, absolute. */
  address: string;
}

/** Passing a product on: the device's own sheet, else a copied link (§2.6); and the usual places by name. */
export const Share = ({ title, address }: ShareProps) => (
  <div className={styles.share}>
    <Button variant="quiet" className={styles.button} onClick={() => void share(title)}>
      <Icon of={Share2} size={16} strokeWidth={1.5} />
      Share
    </Button>
    <ul className={styles.places} aria-label="Share on">
      {places.map(({ name, href }) => (
        <li key={name}>
          <a
            className={styles.place}
            href={href(encodeURIComponent(address), encodeURIComponent(title))}
            target="_blank"
            rel="noopener"
          >
            {name}
          </a>
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

async function share(title: string): Promise<void> {
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
    // Without https there is no clipboard; the old way still copies.
    const field = document.body.appendChild(document.createElement("textarea"));
    field.value = text;
    field.select();
    document.execCommand("copy");
    field.remove();
  }
}
