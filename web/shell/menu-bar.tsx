import ChevronDown from "lucide/dist/esm/icons/chevron-down.mjs";
import { type ReactNode, useState } from "react";
import { useHoverMenu } from "#client/hover-menu.ts";
import { optionalPart } from "#client/optional-part.tsx";
import { getMenuHref, listMenuKinds, useMenu } from "#shop/catalogue/web/navigation.ts";
import { menuLinks } from "./account-entries.ts";
import { describeMissing, toCollectionLink } from "./collections.ts";
import { classNames } from "#ui/class-names.ts";
import styles from "./menu-bar.module.css";
import { Icon } from "#ui/icon.tsx";
import { LinkItems } from "#ui/link-items.tsx";

const MenuPicture = optionalPart(async () => (await import("./after-page.ts")).MenuPicture);

export function MenuBar({ collections }: { collections: readonly string[] | null }) {
  const item = useHoverMenu("menu");
  const menu = useMenu();
  const missing = describeMissing(collections);

  return (
    <nav aria-label="Shop" className={styles.nav}>
      <ul className={classNames("row gap-2", styles.bar)}>
        {menu.map((entry) => (
          <Entry key={entry.name} name={entry.name} href={getMenuHref(entry)} {...item(entry.name)}>
            <LinkItems of={listMenuKinds(entry)} />
          </Entry>
        ))}
        <Entry name="Collections" {...item("Collections")}>
          <LinkItems of={collections?.map(toCollectionLink) ?? []} />
          {missing && <li className={styles.note}>{missing}</li>}
        </Entry>
        {menuLinks.map(({ label, href }) => (
          <li key={href} className={styles.wide}>
            <a href={href} className={styles.button}>
              {label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

type EntryProps = ReturnType<ReturnType<typeof useHoverMenu>> & {
  name: string;
  /** The URL that the label links to. Without a URL, clicking the label only opens the list (D98). */
  href?: string;
  children: ReactNode;
};

/** An entry of the menu bar. Its links are rendered when it is first opened, and in `noscript`. */
function Entry({ name, href, open, root, button, panel, children }: EntryProps) {
  const [wasOpened, setOpened] = useState(false);
  if (open && !wasOpened) setOpened(true);
  return (
    <li {...root} className={styles.entry}>
      {href && (
        <a href={href} className={styles.button}>
          {name}
        </a>
      )}
      <button
        type="button"
        {...button}
        aria-label={href && `${name}: choose a product type`}
        className={href ? styles.opener : styles.button}
      >
        {!href && name}
        <Icon of={ChevronDown} size={16} />
      </button>
      <ul {...panel} aria-label={name} className={styles.panel}>
        {wasOpened && (
          <>
            {children}
            <MenuPicture name={name} />
          </>
        )}
      </ul>
      <noscript>
        {import.meta.env.SSR && (
          <ul aria-label={name} className={styles.panel}>
            {children}
          </ul>
        )}
      </noscript>
    </li>
  );
}
