import { ErrorBoundary, useLocation, usePageState } from "#client/router/react.tsx";
import { usePageHead } from "../shell/page-head.ts";
import { ErrorPage } from "./error-page.tsx";

/** The page of the address; where it breaks, the error in its place. */
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

/** Under its own title. */
function Page() {
  const { module } = usePageState();
  usePageHead();
  return module && <module.Component />;
}
