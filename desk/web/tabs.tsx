import { useEffect, useRef } from "react";
import { place } from "./router.ts";
import { session } from "./session.ts";
import styles from "./tabs.module.css";

const parts = {
  Books: {
    "/books": "Books",
    "/visitors": "Visitors",
  },
  People: {
    "/people": "Customers",
    "/people/messages": "Messages",
    "/people/reviews": "Reviews",
    "/people/newsletter": "Newsletter",
  },
  Settings: {
    "/settings": "Shop",
    "/settings/seller": "Seller",
    "/settings/selling": "Selling",
    "/settings/taxes": "Taxes",
    "/settings/texts": "Texts",
    "/settings/values": "Connections",
    "/settings/health": "Health",
    "/settings/team": "Team",
    "/settings/record": "Who did what",
  },
} as const;

/** Screens of owners only. */
const ofOwners: ReadonlySet<string> = new Set([
  "/settings/seller",
  "/settings/taxes",
  "/settings/values",
  "/settings/team",
]);

/** Links between the screens of a menu entry. */
export function Tabs({ of }: { of: keyof typeof parts }) {
  const isOwner = session.useValue()?.role === "owner";
  const at = new URL(place.useValue(), location.origin).pathname;
  const strip = useRef<HTMLElement>(null);
  // Scrolls the current tab into view, because a phone cannot show all of them.
  useEffect(() => {
    strip.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });
  }, [at]);
  return (
    <nav ref={strip} className={styles.tabs} aria-label={of}>
      {Object.entries(parts[of])
        .filter(([href]) => isOwner || !ofOwners.has(href))
        .map(([href, name]) => (
          <a key={href} href={href} className={styles.tab} aria-current={at === href ? "page" : undefined}>
            {name}
          </a>
        ))}
    </nav>
  );
}
