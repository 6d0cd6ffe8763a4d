import { useEffect, useEffectEvent } from "react";

export function useWhenOnline(isWaiting: boolean, action: () => Promise<unknown>): void {
  const actNow = useEffectEvent(() => void action());
  useEffect(() => {
    if (!isWaiting) return;
    const listen = () => actNow();
    window.addEventListener("online", listen);
    return () => window.removeEventListener("online", listen);
  }, [isWaiting]);
}
