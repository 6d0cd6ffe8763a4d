import { onTestFinished } from "vitest";

export function listenToErrors(): unknown[] {
  const page = globalThis as unknown as EventTarget;
  const reported: unknown[] = [];
  const hear = (event: Event) => void reported.push("error" in event ? event.error : event);
  page.addEventListener("error", hear);
  onTestFinished(() => page.removeEventListener("error", hear));
  return reported;
}
