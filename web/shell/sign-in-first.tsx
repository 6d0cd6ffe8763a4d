import { links } from "#contract/links.ts";
import { useLocation } from "#client/router/react.tsx";
import { ButtonLink } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";

/** A page of the account that a guest has come to: what is missing, and the way there and back (D70). */
export function SignInFirst({ title }: { title: string }) {
  const { pathname, search } = useLocation();
  return (
    <EmptyState
      title={title}
      action={<ButtonLink href={links.logIn(pathname + search)}>Log in</ButtonLink>}
    />
  );
}
