import { place } from "./router.ts";
import styles from "./tabs.module.css";

const parts = {
  People: {
    "/people": "Customers",
    "/people/messages": "Messages",
    "/people/reviews": "Reviews",
    "/people/newsletter": "Newsletter",
  },
  Settings: {
    "/settings": "Health",
    "/settings/values": "Settings",
    "/settings/record": "Who did what",
  },
} as const;

/** Links between the screens of a part. */
export function Tabs({ of }: { of: keyof typeof parts }) {
  const at = new URL(place.useValue(), location.origin).pathname;
  return (
    <nav className={styles.tabs} aria-label={of}>
      {Object.entries(parts[of]).map(([href, name]) => (
        <a key={href} href={href} className={styles.tab} aria-current={at === href ? "page" : undefined}>
          {name}
        </a>
      ))}
    </nav>
  );
}
