import useEmblaCarousel from "embla-carousel-react";
import ArrowLeft from "lucide/dist/esm/icons/arrow-left.mjs";
import ArrowRight from "lucide/dist/esm/icons/arrow-right.mjs";
import Pause from "lucide/dist/esm/icons/pause.mjs";
import Play from "lucide/dist/esm/icons/play.mjs";
import { useEffect, useState } from "react";
import { useAutoplay } from "#client/autoplay.ts";
import { prefersReducedMotion } from "#ui/reduced-motion.ts";
import { IconButton } from "#ui/icon-button.tsx";
import { type ServicesProps, ServicesRow } from "./services-row.tsx";

const SERVICES_ADVANCE_MS = 3_000;

/** The row loops if it has more cards than this (§2.4). */
const LOOPS_ABOVE = 4;

export function MovingServices({ services, title }: ServicesProps) {
  const { view, current, places, go } = useSlider(services.length);
  const { playing, running, toggle, pause } = useAutoplay({
    everyMs: SERVICES_ADVANCE_MS,
    current,
    step: () => go(1),
  });
  const controls = places > 1 && (
    <div className="row">
      <IconButton
        label={playing ? "Pause the services" : "Play the services"}
        icon={playing ? Pause : Play}
        onClick={toggle}
      />
      <IconButton label="Previous service" icon={ArrowLeft} onClick={() => go(-1)} />
      <IconButton label="Next service" icon={ArrowRight} onClick={() => go(1)} />
    </div>
  );
  return (
    <div {...pause}>
      <ServicesRow
        services={services}
        title={title}
        controls={controls}
        view={view}
        live={running ? "off" : "polite"}
      />
    </div>
  );
}

function useSlider(count: number) {
  const [view, slider] = useEmblaCarousel({ align: "start", loop: count > LOOPS_ABOVE });
  const [{ current, places }, setPlace] = useState({ current: 0, places: 1 });
  useEffect(() => {
    if (!slider) return;
    const updatePlace = () =>
      setPlace({ current: slider.selectedScrollSnap(), places: slider.scrollSnapList().length });
    updatePlace();
    slider.on("select", updatePlace).on("reInit", updatePlace);
  }, [slider]);

  const go = (steps: number) => slider?.scrollTo((current + steps + places) % places, prefersReducedMotion());
  return { view, current, places, go };
}
