import UserRound from "lucide/dist/esm/icons/user-round.mjs";
import type { ComponentProps } from "react";
import { links } from "#contract/links.ts";
import { useHoverMenu } from "#client/hover-menu.ts";
import { classNames } from "#ui/class-names.ts";
import { IconButton, IconLink } from "#ui/icon-button.tsx";
import { Icon } from "#ui/icon.tsx";
import { type LinkEntry, LinkItems } from "#ui/link-items.tsx";
import { useSession } from "./session.ts";
import styles from "./account-menu.module.css";

interface AccountMenuProps {
  entries: readonly LinkEntry[];
  onLogOut: () => void;
  busy: boolean;
  className: string | undefined;
}

export function AccountMenu({ entries, onLogOut, busy, className }: AccountMenuProps) {
  const { user } = useSession();
  const item = useHoverMenu("account-menu");
  if (!user) {
    return (
      <IconLink label="View Account" href={links.logIn()} className={className}>
        <Icon of={UserRound} />
      </IconLink>
    );
  }
  const { root, button, panel } = item("entries");
  return (
    <div {...root} className={classNames(styles.account, className)}>
      <IconButton {...button} label="Your account">
        <Icon of={UserRound} />
        <span className={styles.here} />
      </IconButton>
      <div {...panel} className={styles.panel}>
        <p className={styles.hello}>Hello{user.firstName && `, ${user.firstName}`}</p>
        <ul className="stack">
          <LinkItems of={entries} />
          <li>
            <LogOutLink onLogOut={onLogOut} aria-busy={busy || undefined}>
              Logout
            </LogOutLink>
          </li>
        </ul>
      </div>
    </div>
  );
}

/** A link to /logout. With JavaScript, a click calls `onLogOut` (D30), which is null for a guest. */
export const LogOutLink = ({
  onLogOut,
  children,
  ...rest
}: Omit<ComponentProps<"a">, "href" | "onClick"> & { onLogOut: (() => void) | null }) => (
  <a
    {...rest}
    href={links.logout}
    onClick={(event) => {
      if (!onLogOut) return;
      event.preventDefault();
      onLogOut();
    }}
  >
    {children}
  </a>
);
