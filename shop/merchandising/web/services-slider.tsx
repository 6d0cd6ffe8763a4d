import { type ComponentType, useEffect, useState } from "react";
import { useNear } from "#client/visibility.ts";
import { ErrorBoundary } from "#client/error-boundary.tsx";
import { Wrap } from "#ui/section.tsx";
import { type ServicesProps, ServicesRow } from "./services-row.tsx";
import styles from "./services-slider.module.css";

/** The shop's services (§2.4, §2.5). When they are near the viewport, the code that moves them is loaded. */
export function ServicesSlider({ services, title }: ServicesProps) {
  const [section, isNear] = useNear<HTMLElement>();
  const { Moving } = useMovingServices(isNear);
  if (services.length === 0) return null;
  const staticRow = <ServicesRow services={services} title={title} />;
  return (
    <section
      ref={section}
      className={styles.section}
      aria-roledescription="carousel"
      aria-label="Our services"
    >
      <Wrap>
        <ErrorBoundary fallback={staticRow}>
          {Moving ? <Moving services={services} title={title} /> : staticRow}
        </ErrorBoundary>
      </Wrap>
    </section>
  );
}

/** Returns the moving slider; null until its code is loaded. After a failure, retries when online again. */
function useMovingServices(isNear: boolean): { Moving: ComponentType<ServicesProps> | null } {
  const [Moving, setMoving] = useState<ComponentType<ServicesProps> | null>(null);
  useEffect(() => {
    if (!isNear || Moving) return;
    const fetch = () =>
      void import("./moving-services.tsx").then(
        ({ MovingServices }) => setMoving(() => MovingServices),
        () => {},
      );
    fetch();
    window.addEventListener("online", fetch);
    return () => window.removeEventListener("online", fetch);
  }, [isNear, Moving]);
  return { Moving };
}
