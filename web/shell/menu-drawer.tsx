import LogOut from "lucide/dist/esm/icons/log-out.mjs";
import UserRound from "lucide/dist/esm/icons/user-round.mjs";
import type { PictureRef } from "#contract/picture.ts";
import { links } from "#contract/links.ts";
import { LogOutLink } from "#shop/accounts/web/account-menu.tsx";
import { useSession } from "#shop/accounts/web/session.ts";
import { getMenuHref, listMenuKinds, useMenu } from "#shop/catalogue/web/navigation.ts";
import type { Navigation } from "#shop/merchandising/home-content.ts";
import { Disclosure } from "#ui/disclosure.tsx";
import { Drawer } from "#ui/drawer.tsx";
import { LinkItems } from "#ui/link-items.tsx";
import { Logo } from "#ui/logo.tsx";
import { menuEntries, menuLinks } from "./account-entries.ts";
import { describeMissing, toCollectionLink } from "./collections.ts";
import { findCategoryPicture, KindPicture, useHomePictures } from "./kind-pictures.tsx";
import { classNames } from "#ui/class-names.ts";
import styles from "./menu-drawer.module.css";
import { Icon } from "#ui/icon.tsx";

interface MenuDrawerProps {
  open: boolean;
  onClose: () => void;
  collections: readonly string[] | null;
  onLogOut: () => void;
}

export function MenuDrawer({ open, onClose, collections, onLogOut }: MenuDrawerProps) {
  const pictures = useHomePictures();
  const menu = useMenu();
  return (
    <Drawer
      open={open}
      onClose={onClose}
      side="left"
      title={<Logo className={styles.logo} />}
      footer={<Account onLogOut={onLogOut} />}
    >
      <nav aria-label="Shop" className={styles.menu}>
        <div className={styles.categories}>
          {menu.map((entry) => (
            <CategoryEntries key={entry.name} entry={entry} picture={findCategoryPicture(pictures, entry)} />
          ))}
          <CollectionEntries collections={collections} picture={pictures?.story.at(-1)?.picture} />
        </div>
        <p className={styles.more}>
          {MORE_LINKS.map(({ label, href }) => (
            <a key={href} href={href} className={styles.entry}>
              {label}
            </a>
          ))}
        </p>
      </nav>
    </Drawer>
  );
}

const MORE_LINKS = [
  ...menuLinks,
  { label: "Lay the table", href: links.layTheTable },
  { label: "Saved pieces", href: links.saved },
  { label: "Our story", href: links.ourStory },
  { label: "Contact", href: links.contact },
];

interface CategoryEntriesProps {
  entry: Navigation["menu"][number];
  picture: PictureRef | undefined;
}

const CategoryEntries = ({ entry, picture }: CategoryEntriesProps) => (
  <div className={styles.category}>
    <a href={getMenuHref(entry)} className={classNames("row middle gap-3 serif h4 snug", styles.label)}>
      <KindPicture picture={picture} />
      {entry.name}
    </a>
    <ul className={styles.kinds} aria-label={entry.name}>
      <LinkItems of={listMenuKinds(entry)} className={styles.entry} />
    </ul>
  </div>
);

interface CollectionEntriesProps {
  collections: readonly string[] | null;
  picture: PictureRef | undefined;
}

const CollectionEntries = ({ collections, picture }: CollectionEntriesProps) => (
  <Disclosure
    name="menu"
    summary={
      <span className={classNames("row middle gap-3 serif h4 snug", styles.kind)}>
        <KindPicture picture={picture} />
        Collections
      </span>
    }
  >
    <ul className={styles.entries}>
      <LinkItems of={collections?.map(toCollectionLink) ?? []} className={styles.entry} />
    </ul>
    {describeMissing(collections) && <p>{describeMissing(collections)}</p>}
  </Disclosure>
);

function Account({ onLogOut }: { onLogOut: () => void }) {
  const { user } = useSession();
  if (!user) {
    return (
      <a href={links.logIn()} className={styles.entry}>
        <Icon of={UserRound} size={20} />
        View Account
      </a>
    );
  }
  return (
    <ul className={styles.account} aria-label="Your account">
      <LinkItems of={menuEntries} className={styles.entry} />
      <li>
        <LogOutLink className={styles.entry} onLogOut={onLogOut}>
          <Icon of={LogOut} size={20} />
          Logout
        </LogOutLink>
      </li>
    </ul>
  );
}
