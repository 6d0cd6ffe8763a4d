import { lazy, Suspense } from "react";
import { useNear } from "#lib/near.ts";
import { Wrap } from "#ui/section.tsx";
import { type Service, ServicesRow } from "./services-row.tsx";
import styles from "./services-slider.module.css";

const MovingServices = lazy(async () => {
  const { MovingServices } = await import("./moving-services.tsx");
  return { default: MovingServices };
});

/** What the shop stands for, card by card (§2.4, §2.5). The cards are there at once; what moves them comes when near. */
export function ServicesSlider({ services }: { services: readonly Service[] }) {
  const [section, near] = useNear<HTMLElement>();
  if (services.length === 0) return null;
  const still = <ServicesRow services={services} />;
  return (
    <section
      ref={section}
      className={styles.section}
      aria-roledescription="carousel"
      aria-label="Our services"
    >
      <Wrap>
        {near ? (
          <Suspense fallback={still}>
            <MovingServices services={services} />
          </Suspense>
        ) : (
          still
        )}
      </Wrap>
    </section>
  );
}
