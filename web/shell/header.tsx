import Menu from "lucide/dist/esm/icons/menu.mjs";
import Search from "lucide/dist/esm/icons/search.mjs";
import { useEffect, useLayoutEffect, useState } from "react";
import { links } from "#contract/links.ts";
import { Shared } from "#client/shared-markup.tsx";
import { runWhenIdle } from "#client/visibility.ts";
import { onDemand } from "#client/on-demand.tsx";
import { useLocation } from "#client/router/react.tsx";
import { AccountMenu } from "#shop/accounts/web/account-menu.tsx";
import { BagButton } from "#shop/cart/web/bag-button.tsx";
import { IconButton } from "#ui/icon-button.tsx";
import { Logo } from "#ui/logo.tsx";
import { prepareToasts } from "#ui/toast.ts";
import { menuEntries } from "./account-entries.ts";
import { useCollections } from "./collections.ts";
import styles from "./header.module.css";
import { LogOutDialog } from "./log-out.ts";
import { MenuBar } from "./menu-bar.tsx";
import { PromoBanner } from "./promo-banner.tsx";

const CartDrawer = onDemand(async () => (await import("#shop/cart/web/cart-drawer.tsx")).CartDrawer, {
  instead: links.cart,
});
const SearchDrawer = onDemand(async () => (await import("./after-page.ts")).SearchDrawer, {
  instead: links.products(),
});
const MenuDrawer = onDemand(async () => (await import("./menu-drawer.tsx")).MenuDrawer);

type Panel = "cart" | "search" | "menu" | "log-out";

/** The menu is a drawer up to 768 px, and a bar in wider windows (§2.2). */
export function Header() {
  const [open, setOpen] = useOnePanel();
  const collections = useCollections();
  const close = () => setOpen(null);
  const logOut = () => setOpen("log-out");
  // Toasts must also appear after the connection is lost, so load their code in advance.
  useEffect(() => runWhenIdle(prepareToasts), []);
  return (
    <>
      <PromoBanner />
      <Shared as="header" facts={collections} className={styles.header}>
        {() => <Bar collections={collections} open={setOpen} />}
      </Shared>
      <MenuDrawer open={open === "menu"} onClose={close} collections={collections} onLogOut={logOut} />
      <SearchDrawer open={open === "search"} onClose={close} />
      <CartDrawer open={open === "cart"} onClose={close} />
      <LogOutDialog open={open === "log-out"} onClose={close} />
    </>
  );
}

interface BarProps {
  collections: readonly string[] | null;
  open: (panel: Panel) => void;
}

const Bar = ({ collections, open }: BarProps) => (
  <div className={styles.bar}>
    <IconButton
      label="Menu"
      icon={Menu}
      className={styles.menu}
      aria-haspopup="dialog"
      data-otherwise={links.products()}
      aria-busy={MenuDrawer.useWaiting() || undefined}
      onPointerEnter={MenuDrawer.fetch}
      onClick={() => open("menu")}
    />
    <a href={links.home} className={styles.logo}>
      <Logo />
    </a>
    <MenuBar collections={collections} />
    <div className={styles.actions}>
      <IconButton
        label="Search"
        icon={Search}
        aria-haspopup="dialog"
        data-otherwise={links.products()}
        aria-busy={SearchDrawer.useWaiting() || undefined}
        onPointerEnter={SearchDrawer.fetch}
        onClick={() => open("search")}
      />
      <AccountMenu
        entries={menuEntries}
        onLogOut={() => open("log-out")}
        busy={LogOutDialog.useWaiting()}
        className={styles.account}
      />
      <BagButton
        aria-busy={CartDrawer.useWaiting() || undefined}
        onPointerEnter={CartDrawer.fetch}
        onClick={() => open("cart")}
      />
    </div>
  </div>
);

/** Keeps at most one panel of the header open. A navigation closes it (§4, Header toggles). */
function useOnePanel() {
  const { key } = useLocation();
  const [open, setOpen] = useState<Panel | null>(null);
  // A closing dialog restores the scroll position and the focus, so close it before the new page is painted.
  useLayoutEffect(() => setOpen(null), [key]);
  return [open, setOpen] as const;
}
