import { useEffect, useRef } from "react";
import { Outlet, useLocation, useNavigation } from "react-router";
import { useScrollManners } from "#lib/scroll.ts";
import { Footer } from "./footer.tsx";
import { Header } from "./header.tsx";
import styles from "./layout.module.css";
import { WithoutScripts } from "./without-scripts.tsx";

/** What stands around every page. */
export function Layout() {
  const busy = useNavigation().state !== "idle";
  useScrollManners();
  return (
    <>
      <a href="#content" className={styles.skip}>
        Skip to content
      </a>
      <Header />
      <WithoutScripts />
      <Main busy={busy} />
      <Footer />
    </>
  );
}

/** After a navigation the reading begins here, as it does after the load of a page. */
function Main({ busy }: { busy: boolean }) {
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
      <Outlet />
    </main>
  );
}
