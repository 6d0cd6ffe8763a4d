import { ErrorBoundary, useLocation, usePageState } from "#client/router/react.tsx";
import { usePageHead } from "../shell/page-head.ts";
import { ErrorPage } from "./error-page.tsx";

/** Renders the page of the current URL, or the error page if it fails. */
export function Pages() {
  const { failed } = usePageState();
  const location = useLocation();
  if (failed) return <ErrorPage />;
  return (
    <ErrorBoundary location={location} fallback={<ErrorPage />}>
      <Page />
    </ErrorBoundary>
  );
}

/** Renders the page with its own title. */
function Page() {
  const { module } = usePageState();
  usePageHead();
  return module && <module.Component />;
}
