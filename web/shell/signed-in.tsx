import type { ReactNode } from "react";
import { links } from "#contract/links.ts";
import { useLocation } from "#client/router/react.tsx";
import type { User } from "#shop/accounts/user.ts";
import { useSession } from "#shop/accounts/web/session.ts";
import { ButtonLink } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { StillLife } from "./still-life.tsx";
import { UntilKnown } from "./without-scripts.tsx";

interface SignedInProps {
  /** A sentence about what does not work without JavaScript. */
  without: string;
  loading: ReactNode;
  title: string;
  text: string;
  /** The URL of the login page, if it is not the usual one. */
  href?: string;
  children: (user: User) => ReactNode;
}

/** Shows its children to a customer, and asks a guest to log in. After the login, this page opens again (D70). */
export function SignedIn({ without, loading, title, text, href, children }: SignedInProps) {
  const { user, isRestored } = useSession();
  const { pathname, search } = useLocation();
  const currentPath = pathname + search;
  if (!isRestored) return <UntilKnown without={without}>{loading}</UntilKnown>;
  if (user !== null) return children(user);
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
