import { prefersReducedMotion } from "#ui/reduced-motion.ts";
import { type FocusEvent, type PointerEvent, useEffect, useEffectEvent, useState } from "react";

interface AutoplayOptions {
  everyMs: number;
  /** The timer restarts when the index of the shown slide changes. */
  current: number;
  step: () => void;
}

/**
 * Advances a carousel. Pauses on hover, on keyboard focus and in a hidden tab. Spread `pause` on the carousel's
 * element. If the visitor prefers reduced motion, the carousel advances only after `toggle` was called.
 */
export function useAutoplay({ everyMs, current, step }: AutoplayOptions) {
  const [isPlaying, setIsPlaying] = useState(true);
  const [pauses, setPauses] = useState({ pointer: false, focus: false, hidden: false });
  const stepNow = useEffectEvent(step);
  const addPause = (reason: Partial<typeof pauses>) => setPauses((previous) => ({ ...previous, ...reason }));

  useEffect(() => {
    if (prefersReducedMotion()) setIsPlaying(false);
    const updateHidden = () => addPause({ hidden: document.hidden });
    updateHidden();
    document.addEventListener("visibilitychange", updateHidden);
    return () => document.removeEventListener("visibilitychange", updateHidden);
  }, []);

  const running = isPlaying && !pauses.pointer && !pauses.focus && !pauses.hidden;
  useEffect(() => {
    if (!running) return;
    const timer = setTimeout(() => stepNow(), everyMs);
    return () => clearTimeout(timer);
  }, [running, everyMs, current]);

  return {
    playing: isPlaying,
    running,
    toggle: () => setIsPlaying(!isPlaying),
    pause: {
      onPointerEnter: (event: PointerEvent) => event.pointerType === "mouse" && addPause({ pointer: true }),
      onPointerLeave: () => addPause({ pointer: false }),
      // A button keeps the focus after a click, but only keyboard focus should pause the carousel.
      onFocus: (event: FocusEvent) => event.target.matches(":focus-visible") && addPause({ focus: true }),
      onBlur: (event: FocusEvent) =>
        event.currentTarget.contains(event.relatedTarget) || addPause({ focus: false }),
    },
  };
}
