import LogOut from "lucide/dist/esm/icons/log-out.mjs";
import MapPin from "lucide/dist/esm/icons/map-pin.mjs";
import Package from "lucide/dist/esm/icons/package.mjs";
import { type ReactNode, useState } from "react";
import { findPageName } from "#contract/page-paths.ts";
import { links } from "#contract/links.ts";
import { useLocation } from "#client/router/react.tsx";
import { LogOutLink } from "#shop/accounts/web/account-menu.tsx";
import { getFullName, type User } from "#shop/accounts/user.ts";
import { useSession } from "#shop/accounts/web/session.ts";
import { Breadcrumb, type Crumb } from "#ui/breadcrumb.tsx";
import { ButtonLink } from "#ui/button.tsx";
import { classNames } from "#ui/class-names.ts";
import { EmptyState } from "#ui/empty-state.tsx";
import { LogoMark, useShopName } from "#ui/logo.tsx";
import { Wrap } from "#ui/section.tsx";
import { accountEntries } from "./account-entries.ts";
import { LogOutDialog } from "./log-out.ts";
import styles from "./side-menu.module.css";
import { StillLife } from "./still-life.tsx";
import { UntilKnown } from "./without-scripts.tsx";
import { Icon } from "#ui/icon.tsx";

const icons = { orders: Package, address: MapPin };

interface SideMenuProps {
  crumbs: Crumb[];
  title: ReactNode;
  /** The message for visitors without JavaScript. */
  without: string;
  loading: ReactNode;
  signIn: SignInFirstProps;
  children: (user: User) => ReactNode;
}

/** The menu is beside the content, or above it up to 768 px (§2.17, D97). */
export function SideMenu({ crumbs, title, without, loading, signIn, children }: SideMenuProps) {
  const { pathname } = useLocation();
  const { user, isRestored } = useSession();
  const [isLeaving, setIsLeaving] = useState(false);
  const isWaiting = LogOutDialog.useWaiting();
  return (
    <Wrap className={styles.layout}>
      <header className={styles.header}>
        <Breadcrumb items={[{ label: "Home", href: links.home }, ...crumbs]} />
        <h1>{title}</h1>
      </header>
      <aside className={classNames("screen-only", styles.menu)}>
        <Brand name={user && getFullName(user)} />
        <nav aria-label="Account">
          <ul className={styles.entries}>
            {accountEntries.map(({ id, sideLabel, href }) => (
              <li key={id}>
                <a
                  href={href}
                  className={styles.entry}
                  aria-current={isEntryOf(pathname, id) ? "page" : undefined}
                >
                  <Icon of={icons[id]} size={20} />
                  {sideLabel}
                </a>
              </li>
            ))}
            <li>
              <LogOutLink
                className={styles.entry}
                aria-busy={isWaiting || undefined}
                // A customer is asked to confirm the logout. A guest goes to the login page at once (§2.1).
                onLogOut={user ? () => setIsLeaving(true) : null}
              >
                <Icon of={LogOut} size={20} />
                Logout
              </LogOutLink>
            </li>
          </ul>
        </nav>
      </aside>
      <div className={styles.content}>
        {!isRestored && <UntilKnown without={without}>{loading}</UntilKnown>}
        {isRestored && (user ? children(user) : <SignInFirst {...signIn} />)}
      </div>
      <LogOutDialog open={isLeaving} onClose={() => setIsLeaving(false)} />
    </Wrap>
  );
}

interface SignInFirstProps {
  title: string;
  text: string;
  href?: string;
}

/** Asks the visitor to log in. After the login, the current page opens again (D70). */
function SignInFirst({ title, text, href }: SignInFirstProps) {
  const { pathname, search } = useLocation();
  const currentPath = pathname + search;
  return (
    <EmptyState
      title={title}
      text={text}
      picture={<StillLife scene="log-in" />}
      action={
        <>
          <ButtonLink href={href ?? links.logIn(currentPath)}>Log in</ButtonLink>
          <ButtonLink variant="secondary" href={links.signUp(currentPath)}>
            Create an account
          </ButtonLink>
        </>
      }
    />
  );
}

const Brand = ({ name }: { name: string | null }) => (
  <div className={classNames("row middle gap-2 fine soft", styles.brand)}>
    <LogoMark className={styles.logo} />
    <p>
      <strong translate="no" className={styles.title}>
        {useShopName()}
      </strong>
      {name && (
        <span translate="no" className={styles.name}>
          {name}
        </span>
      )}
    </p>
  </div>
);

const isEntryOf = (pathname: string, id: keyof typeof icons): boolean => {
  const page = findPageName(pathname);
  return page === id || (id === "orders" && page === "orderDetails");
};
