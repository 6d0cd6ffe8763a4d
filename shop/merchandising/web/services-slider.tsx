import { useEffect } from "react";
import { createCodeStore } from "#client/on-demand.tsx";
import { useWhenOnline } from "#ui/when-online.ts";
import { useNear } from "#client/visibility.ts";
import { ErrorBoundary } from "#client/error-boundary.tsx";
import { Wrap } from "#ui/section.tsx";
import { type ServicesProps, ServicesRow } from "./services-row.tsx";
import styles from "./services-slider.module.css";

const moving = createCodeStore(async () => (await import("./moving-services.tsx")).MovingServices);

/**
 * The shop's services (§2.4, §2.5). The code of the slider is loaded when the section is near the viewport. If loading
 * fails, the code is loaded when the browser is online again.
 */
export function ServicesSlider({ services, title }: ServicesProps) {
  const [section, isNear] = useNear<HTMLElement>();
  const { Content: Moving } = moving.useValue();
  useEffect(() => (isNear ? moving.prefetch() : undefined), [isNear]);
  useWhenOnline(isNear && !Moving, async () => moving.prefetch());
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
