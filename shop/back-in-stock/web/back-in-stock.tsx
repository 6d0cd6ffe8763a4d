import { type ComponentType, useEffect, useRef, useState } from "react";
import type { BackInStockProps } from "./back-in-stock-box.tsx";
import styles from "./back-in-stock.module.css";

/** In the browser's build this is null, and the box's code no part of the page's. */
const onServer = import.meta.env.SSR ? await loadBox() : null;

/** 'Tell me when it is back'. The server renders it; its code comes once the page is there, and what was typed stays. */
export function BackInStock({ productId }: { productId: string }) {
  const element = useRef<HTMLElement>(null);
  const [Box, setBox] = useState<ComponentType<BackInStockProps> | null>(() => onServer);
  const [typed, setTyped] = useState<string>();
  useEffect(() => {
    void loadBox().then(
      (Loaded) => {
        setTyped(element.current?.querySelector<HTMLInputElement>("[type=email]")?.value);
        setBox(() => Loaded);
      },
      // Without its code it is a plain form, as without scripts.
      () => {},
    );
  }, []);
  return Box ? (
    <section className={styles.box}>
      <Box productId={productId} typed={typed} />
    </section>
  ) : (
    <section
      key="markup"
      ref={element}
      className={styles.box}
      suppressHydrationWarning
      dangerouslySetInnerHTML={{ __html: "" }}
    />
  );
}

async function loadBox() {
  return (await import("./back-in-stock-box.tsx")).BackInStockBox;
}
