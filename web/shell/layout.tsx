import { type ReactNode, useEffect, useRef } from "react";
import { useActivity, useLocation } from "#client/router/react.tsx";
import { ErrorBoundary } from "#client/error-boundary.tsx";
import { useScrollRestoration } from "#client/scroll-restoration.ts";
import { Footer } from "./footer.tsx";
import { Header } from "./header.tsx";
import styles from "./layout.module.css";
import { PostedAnswer, WithoutScripts } from "./without-scripts.tsx";

export function Layout({ children }: { children: ReactNode }) {
  useScrollRestoration();
  return (
    <>
      <a href="#content" className={styles.skip}>
        Skip to content
      </a>
      <ErrorBoundary fallback={null}>
        <Header />
      </ErrorBoundary>
      <WithoutScripts />
      <PostedAnswer />
      <Main>{children}</Main>
      <ErrorBoundary fallback={null}>
        <Footer />
      </ErrorBoundary>
    </>
  );
}

/** The main region gets the focus after a navigation, so that screen readers continue there. */
function Main({ children }: { children: ReactNode }) {
  const isBusy = useActivity() === "navigating";
  const main = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const shownPathname = useRef(pathname);
  useEffect(() => {
    if (shownPathname.current === pathname) return;
    shownPathname.current = pathname;
    // Focusing earlier would force a layout before the new page is painted, and so delay the paint.
    requestAnimationFrame(() => setTimeout(() => main.current?.focus({ preventScroll: true })));
  }, [pathname]);
  return (
    <main ref={main} id="content" tabIndex={-1} aria-busy={isBusy || undefined} className={styles.main}>
      {children}
    </main>
  );
}
