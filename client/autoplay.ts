import { prefersReducedMotion } from "#ui/reduced-motion.ts";
import { type FocusEvent, type PointerEvent, useEffect, useRef, useState } from "react";

interface AutoplayOptions {
  everyMs: number;
  /** The current slide. Whenever it changes, also by hand, the timer starts again. */
  current: number;
  step: () => void;
}

/**
 * Advances a carousel automatically. It pauses while the tab is hidden, the mouse is over it or it has the keyboard
 * focus; with reduced motion it starts paused. Spread `hold` on the region; give `toggle` to a pause button.
 */
export function useAutoplay({ everyMs, current, step }: AutoplayOptions) {
  const [isPlaying, setIsPlaying] = useState(true);
  const [holds, setHolds] = useState({ pointer: false, focus: false, hidden: false });
  const latest = useRef(step);
  const addHold = (reason: Partial<typeof holds>) => setHolds((previous) => ({ ...previous, ...reason }));

  useEffect(() => {
    latest.current = step;
  });
  useEffect(() => {
    if (prefersReducedMotion()) setIsPlaying(false);
    const updateHidden = () => addHold({ hidden: document.hidden });
    updateHidden();
    document.addEventListener("visibilitychange", updateHidden);
    return () => document.removeEventListener("visibilitychange", updateHidden);
  }, []);

  const running = isPlaying && !holds.pointer && !holds.focus && !holds.hidden;
  useEffect(() => {
    if (!running) return;
    const timer = setTimeout(() => latest.current(), everyMs);
    return () => clearTimeout(timer);
  }, [running, everyMs, current]);

  return {
    playing: isPlaying,
    running,
    toggle: () => setIsPlaying(!isPlaying),
    hold: {
      onPointerEnter: (event: PointerEvent) => event.pointerType === "mouse" && addHold({ pointer: true }),
      onPointerLeave: () => addHold({ pointer: false }),
      // A clicked button keeps the focus; only keyboard focus means that someone is reading.
      onFocus: (event: FocusEvent) => event.target.matches(":focus-visible") && addHold({ focus: true }),
      onBlur: (event: FocusEvent) =>
        event.currentTarget.contains(event.relatedTarget) || addHold({ focus: false }),
    },
  };
}
