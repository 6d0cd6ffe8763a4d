import { links } from "#contract/links.ts";
import { useLocation } from "#client/router/react.tsx";
import { ButtonLink } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { StillLife } from "./still-life.tsx";

interface SignInFirstProps {
  title: string;
  /** What the page contains after the login. */
  text: string;
  /** By default, the login page. */
  href?: string;
}

/** Shown on an account page to a visitor who is not logged in. The login then returns here (D70). */
export function SignInFirst({ title, text, href }: SignInFirstProps) {
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
