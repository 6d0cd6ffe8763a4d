import Share2 from "lucide/dist/esm/icons/share-2.mjs";
import { toastMissing } from "#client/on-demand.tsx";
import { Button, ButtonLink } from "#ui/button.tsx";
import { Icon } from "#ui/icon.tsx";
import styles from "./share.module.css";

interface ShareProps {
  title: string;
  address: string;
}

export const Share = ({ title, address }: ShareProps) => (
  <div className={styles.share}>
    <Button variant="quiet" onClick={() => void shareLater(title)}>
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

/** Loads the code that shares a page, and runs it. */
export const shareLater = (title: string): Promise<void> =>
  import("./share-page.ts").then(({ sharePage }) => sharePage(title), toastMissing);
