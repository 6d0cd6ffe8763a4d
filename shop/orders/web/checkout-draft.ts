import * as v from "valibot";

const FORM = "checkoutForm";

/** What was typed at the checkout, by the names of its fields. It survives a reload, in this tab only. */
export type CheckoutDraft = Readonly<Record<string, string>>;

const kept = v.object({ customerId: v.string(), fields: v.record(v.string(), v.string()) });

/** What this customer has typed; of another one who used this tab before, nothing. */
export function readDraft(customerId: string): CheckoutDraft {
  const draft = v.safeParse(kept, parsed(FORM));
  return draft.success && draft.output.customerId === customerId ? draft.output.fields : {};
}

export function keepDraft(form: HTMLFormElement, customerId: string): void {
  const texts = [...new FormData(form)].filter(([, value]) => typeof value === "string");
  store(FORM, JSON.stringify({ customerId, fields: Object.fromEntries(texts) }));
}

/** The order is placed, or the customer has left. */
export function forgetDraft(): void {
  forget(FORM);
}

function stored(name: string): string | null {
  try {
    return sessionStorage.getItem(name);
  } catch {
    return null;
  }
}

function forget(name: string): void {
  try {
    sessionStorage.removeItem(name);
  } catch {
    // Nothing was kept.
  }
}

function parsed(name: string): unknown {
  try {
    return JSON.parse(stored(name) ?? "null") as unknown;
  } catch {
    return null;
  }
}

function store(name: string, value: string): void {
  try {
    sessionStorage.setItem(name, value);
  } catch {
    // A full or blocked storage only means that a reload begins anew.
  }
}
