import { beforeEach } from "vitest";

/* Usage in component tests: vi.mock("#ui/toast.ts", () => import("../../../tests/support/toasts.ts")) */

export const toasts: string[] = [];
beforeEach(() => void (toasts.length = 0));

const show = (text: string): void => void toasts.push(text);

export { show as toastError, show as toastInfo, show as toastSuccess };
export const toastErrors = (texts: readonly string[]): void => texts.forEach(show);
export const prepareToasts = (): void => {};
