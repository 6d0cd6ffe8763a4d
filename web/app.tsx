import { type ReactNode, StrictMode, useEffect } from "react";
import { replayEarlyActions } from "#client/early-actions.ts";
import type { FormResult } from "#contract/form.ts";
import { PostedContext } from "#client/posted.ts";
import { RouterProvider, useLocation, usePageState } from "#client/router/react.tsx";
import { ErrorBoundary } from "#client/error-boundary.tsx";
import type { Router } from "#client/router/router.ts";
import { ErrorPage } from "./pages/error-page.tsx";
import { Layout } from "./shell/layout.tsx";
import type { ProductCard } from "#shop/catalogue/card.ts";
import { AddToBag } from "#shop/cart/web/add-to-bag.tsx";
import { SaveOnCard } from "#shop/wishlist/web/save-button.tsx";
import { NavigationContext } from "#shop/catalogue/web/navigation.ts";
import { CardActionContext } from "#shop/catalogue/web/card-action.ts";
import { TaxRatesContext } from "#shop/pricing/web/tax-rates.ts";
import { type LogoBrand, BrandContext } from "#ui/logo.tsx";
import { usePageHead } from "./shell/page-head.ts";
import { getShopName, getTaxRates, type Shell, ShellContext, useShellState } from "./shell/shell-data.ts";

export interface PageData {
  shell: Shell;
  page: unknown;
  failed: boolean;
  posted: FormResult | null;
}

interface AppFrameProps extends Pick<PageData, "shell" | "posted"> {
  router: Router;
  children: ReactNode;
}

export function Around({ router, shell: first, posted, children }: AppFrameProps) {
  const shell = useShellState(first);
  return (
    <ShellContext value={shell}>
      <BrandContext value={toFace(shell)}>
        <NavigationContext value={shell.navigation}>
          <TaxRatesContext value={getTaxRates(shell)}>
            <CardActionContext value={renderBagOnCard}>
              <RouterProvider router={router}>
                <PostedContext value={posted}>{children}</PostedContext>
              </RouterProvider>
            </CardActionContext>
          </TaxRatesContext>
        </NavigationContext>
      </BrandContext>
    </ShellContext>
  );
}

const renderBagOnCard = (product: ProductCard) => (
  <>
    <AddToBag product={product} variant="secondary" wide />
    <SaveOnCard product={product} />
  </>
);

const toFace = (shell: Shell): LogoBrand => ({ ...shell.brand, name: getShopName(shell) });

export function App(appProps: Omit<AppFrameProps, "children">) {
  useEffect(() => void replayEarlyActions(), []);
  return (
    <StrictMode>
      <Around {...appProps}>
        <Layout>
          <Pages />
        </Layout>
      </Around>
    </StrictMode>
  );
}

function Pages() {
  const { failed } = usePageState();
  const location = useLocation();
  if (failed) return <ErrorPage />;
  return (
    <ErrorBoundary location={location} fallback={<ErrorPage />}>
      <Page />
    </ErrorBoundary>
  );
}

function Page() {
  const { module } = usePageState();
  usePageHead();
  return module && <module.Component />;
}
