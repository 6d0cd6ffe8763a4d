import { type TouchEvent, useRef } from "react";

const FAR_ENOUGH = 40;

export function useSwipe({ left, right }: { left: () => void; right: () => void }) {
  const start = useRef<{ x: number; y: number } | null>(null);
  return {
    onTouchStart: ({ touches }: TouchEvent) => {
      const finger = touches[0];
      start.current = finger && touches.length === 1 ? { x: finger.clientX, y: finger.clientY } : null;
    },
    onTouchEnd: ({ changedTouches }: TouchEvent) => {
      const finger = changedTouches[0];
      if (!start.current || !finger) return;
      const distanceX = finger.clientX - start.current.x;
      const down = Math.abs(finger.clientY - start.current.y);
      start.current = null;
      if (Math.abs(distanceX) < FAR_ENOUGH || down > Math.abs(distanceX)) return;
      if (distanceX < 0) left();
      else right();
    },
  };
}
