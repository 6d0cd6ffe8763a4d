import type { ReactNode } from "react";
import { links } from "#contract/links.ts";
import { useLocation } from "#client/router/react.tsx";
import type { User } from "#shop/accounts/user.ts";
import { useSession } from "#shop/accounts/web/session.ts";
import { ButtonLink } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { StillLife } from "./still-life.tsx";
import { UntilKnown } from "./without-scripts.tsx";

interface SignInFirstProps {
  title: string;
  text: string;
  href?: string;
}

interface SignedInProps extends SignInFirstProps {
  /** A sentence about what does not work without JavaScript. */
  without: string;
  loading: ReactNode;
  children: (user: User) => ReactNode;
}

export function SignedIn({ without, loading, children, ...signIn }: SignedInProps) {
  const { user, isRestored } = useSession();
  if (!isRestored) return <UntilKnown without={without}>{loading}</UntilKnown>;
  return user === null ? <SignInFirst {...signIn} /> : children(user);
}

/** Asks the visitor to log in. After the login, this page opens again (D70). */
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
