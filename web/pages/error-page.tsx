import { links } from "#contract/links.ts";
import { OUR_MISTAKE, REFERENCE } from "#contract/page.ts";
import type { PageHead } from "#client/head-tags.ts";
import { unreachableMessages } from "#client/use-response.ts";
import { useLocation, usePageState, useRefresh } from "#client/router/react.tsx";
import { useWhenOnline } from "#ui/when-online.ts";
import { productMessages } from "#shop/catalogue/product.ts";
import { ButtonLink } from "#ui/button.tsx";
import { CalmState } from "#ui/calm-state.tsx";
import { Wrap } from "#ui/section.tsx";
import { useHead } from "../shell/page-head.ts";

export const errorHead: PageHead = { title: productMessages.failureHeading, noindex: true };
const unreachableHead: PageHead = { title: unreachableMessages.heading, noindex: true };

/** The browser does not know the id of the log entry. `suppressHydrationWarning` keeps the server's text. */
const brokenText = (
  <>
    {OUR_MISTAKE} <span suppressHydrationWarning>{import.meta.env.SSR ? REFERENCE : ""}</span>
  </>
);

export function ErrorPage() {
  const { pathname, search } = useLocation();
  const { unreachable } = usePageState();
  useWhenOnline(unreachable === true, useRefresh());
  useHead(unreachable ? unreachableHead : errorHead);
  return (
    <Wrap>
      <CalmState
        title={unreachable ? unreachableMessages.heading : productMessages.failureHeading}
        text={unreachable ? unreachableMessages.text : brokenText}
        action={
          <>
            {/* The router ignores a link with `target`, so the browser loads the document again. */}
            <ButtonLink href={pathname + search} target={unreachable ? undefined : "_self"}>
              Try again
            </ButtonLink>
            <ButtonLink href={links.home} variant="secondary">
              Back to home
            </ButtonLink>
          </>
        }
      />
    </Wrap>
  );
}
