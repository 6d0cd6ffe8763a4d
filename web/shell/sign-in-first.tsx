import { links } from "#contract/links.ts";
import { useLocation } from "#client/router/react.tsx";
import { ButtonLink } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { StillLife } from "./still-life.tsx";

interface SignInFirstProps {
  title: string;
  /** What the page has for those who are logged in. */
  text: string;
  /** The address of the log-in, where it is not the usual one. */
  href?: string;
}

/** A page of the account that a guest has come to: what is missing, and the way there and back (D70). */
export function SignInFirst({ title, text, href }: SignInFirstProps) {
  const { pathname, search } = useLocation();
  const here = pathname + search;
  return (
    <EmptyState
      title={title}
      text={text}
      picture={<StillLife scene="log-in" />}
      action={
        <>
          <ButtonLink href={href ?? links.logIn(here)}>Log in</ButtonLink>
          <ButtonLink variant="secondary" href={links.signUp(here)}>
            Create an account
          </ButtonLink>
        </>
      }
    />
  );
}
