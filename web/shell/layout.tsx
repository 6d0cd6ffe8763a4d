import { type ReactNode, useEffect, useRef } from "react";
import { FaultBoundary, useActivity, useLocation } from "#lib/router/react.tsx";
import { useScrollManners } from "#lib/scroll.ts";
import { Footer } from "./footer.tsx";
import { Header } from "./header.tsx";
import styles from "./layout.module.css";
import { PostedAnswer } from "./posted-answer.tsx";
import { WithoutScripts } from "./without-scripts.tsx";

/** What stands around every page. */
export function Layout({ children }: { children: ReactNode }) {
  useScrollManners();
  return (
    <>
      <a href="#content" className={styles.skip}>
        Skip to content
      </a>
      <FaultBoundary fault={null}>
        <Header />
      </FaultBoundary>
      <WithoutScripts />
      <PostedAnswer />
      <Main>{children}</Main>
      <FaultBoundary fault={null}>
        <Footer />
      </FaultBoundary>
    </>
  );
}

/** After a navigation the reading begins here, as it does after the load of a page. */
function Main({ children }: { children: ReactNode }) {
  const busy = useActivity() === "navigating";
  const main = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    main.current?.focus({ preventScroll: true });
  }, [pathname]);
  return (
    <main ref={main} id="content" tabIndex={-1} aria-busy={busy || undefined} className={styles.main}>
      {children}
    </main>
  );
}
