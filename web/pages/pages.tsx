import { FaultBoundary, useLocation, useShown } from "#lib/router/react.tsx";
import { usePageHead } from "../shell/page-head.ts";
import { FaultPage } from "./fault.tsx";

/** Whichever page the address shows; where it breaks, the fault in its place. */
export function Pages() {
  const { failed } = useShown();
  const location = useLocation();
  if (failed) return <FaultPage />;
  return (
    <FaultBoundary location={location} fault={<FaultPage />}>
      <Page />
    </FaultBoundary>
  );
}

/** Under its own title. */
function Page() {
  const { module } = useShown();
  usePageHead();
  return module && <module.Component />;
}
