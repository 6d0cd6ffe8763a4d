import { onTestFinished } from "vitest";

/**
 * Collects the errors the page reports while a test runs; if no one listened, the whole run would fail because of them.
 */
export function listenToErrors(): unknown[] {
  const page = globalThis as unknown as EventTarget;
  const reported: unknown[] = [];
  const hear = (event: Event) => void reported.push("error" in event ? event.error : event);
  page.addEventListener("error", hear);
  onTestFinished(() => page.removeEventListener("error", hear));
  return reported;
}
