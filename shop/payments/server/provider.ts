import { createHmac, timingSafeEqual } from "node:crypto";
import type { PaymentFact, ProviderName, ReturnProof, WindowDescription } from "../payment.ts";
import type { RefundFact } from "../refund.ts";

export interface SessionRequest {
  /** The idempotency key: repeated calls with it return the same session. */
  reference: string;
  amountPaise: number;
  currency: string;
  /** The text that the payment window shows beside the amount. */
  description: string;
  expiresAt: Date;
}

export interface ProviderSession {
  sessionId: string;
  /** The URL path in this shop of the page for the frame; null if the provider's own script opens the window. */
  address: string | null;
}

export interface ProviderSessionRef {
  sessionId: string;
  amountPaise: number;
  currency: string;
}

/** The state of a session, with the payment's amount and method if the provider sent them. */
export interface ProviderState {
  sessionId: string;
  /** The latest fact about the payment; null if nothing has happened yet. */
  fact: PaymentFact | null;
  amountPaise: number;
  currency: string;
  method?: string | undefined;
  reason?: string | undefined;
  /** The provider's id of the captured payment. A second id for a session means that the customer paid twice. */
  paymentId?: string | undefined;
}

interface RefundRef extends ProviderSessionRef {
  /** The idempotency key: repeated calls with it make only one refund. */
  reference: string;
  /** The provider's id of the payment to refund, needed if the customer paid twice. */
  paymentId?: string | null | undefined;
}

export interface RefundRequest extends RefundRef {
  /** The provider's id of a refund made in its dashboard. The shop only queries such a refund. */
  refundId?: string | null | undefined;
  /** The provider's ids of the refunds that the shop has already recorded. */
  known: readonly string[];
}

/** `refundId` is the provider's id, or empty. `reference` is empty for a refund that the shop did not request. */
export interface RefundState extends RefundRef {
  refundId: string;
  fact: RefundFact;
  reason?: string | undefined;
  /** The refunded payment, if the event contains it. The event of the payment itself may arrive later. */
  paid?: ProviderState | undefined;
  /** True if the whole payment has now been refunded. */
  isFullyRefunded?: boolean | undefined;
}

/** A provider. Its network calls have a timeout. @throws ProviderUnavailable if the response is missing or invalid */
export interface PaymentProvider {
  readonly name: ProviderName;
  /** False if a session can still be paid after it was closed, because a bank may confirm days later. */
  readonly closesSessions: boolean;
  createSession(request: SessionRequest): Promise<ProviderSession>;
  /** Returns the data that a browser needs to open the session's window. */
  describeWindow(session: ProviderSession): WindowDescription;
  /** True if the provider signed this proof, which the browser received after the payment. */
  provesReturn(sessionId: string, proof: ReturnProof): boolean;
  /** Returns the state of a session. Also captures money that the bank has authorized. */
  fetchState(session: ProviderSessionRef): Promise<ProviderState>;
  /** Closes a session. The state shows whether the payment was received, is being processed, or neither. */
  closeSession(session: ProviderSessionRef): Promise<ProviderState>;
  /** Sends a refund once for each reference. If there are refunds that the shop does not know, returns only those. */
  refund(request: RefundRequest): Promise<RefundState | RefundState[]>;
  /** Makes a harmless call. Returns how many ms the provider's clock is ahead; null if unknown. */
  probe?(): Promise<{ aheadMs: number | null }>;
  /** Checks the signature of a webhook's raw body, and then reads the event. */
  readWebhook(
    rawBody: string,
    header: (name: string) => string | undefined,
  ): Promise<ProviderEvent | OtherProviderEvent | "forged" | "unreadable">;
}

export class ProviderUnavailable extends Error {
  override readonly name = "ProviderUnavailable";
}

/** The provider rejected the request, and would reject a retry too. */
export class ProviderRefused extends ProviderUnavailable {}

/** The provider rejects the keys or the account. Only the owner can solve that. */
export class AccountRefused extends ProviderRefused {}

/** Checks that a response is about the requested payment or refund. @throws ProviderUnavailable if it is not */
export function assertAbout(
  expected: { sessionId: string; reference?: string },
  response: ProviderState | RefundState,
): void {
  const isSameRefund = !isAboutRefund(response) || response.reference === expected.reference;
  if (response.sessionId !== expected.sessionId || !isSameRefund)
    throw new ProviderUnavailable("The provider returned a different payment than the one requested.");
}

/** A provider's event about a payment or a refund. `eventId` is the same if the provider sends the event again. */
export type ProviderEvent = (ProviderState | RefundState) & { eventId: string };

/** Any other event of a provider. Only its name and a dispute are stored. */
export interface OtherProviderEvent {
  eventId: string;
  sessionId: string;
  event: string;
  dispute?: Dispute;
}

export interface Dispute {
  disputeId: string;
  amountPaise: number;
  status: "open" | "under_review" | "won" | "lost" | "closed";
  /** The deadline for the owner's response, as an ISO date; null if the provider sent none. */
  respondBy: string | null;
}

export const isOther = (event: ProviderEvent | OtherProviderEvent): event is OtherProviderEvent =>
  "event" in event;

export const isAboutRefund = (event: ProviderState | RefundState): event is RefundState =>
  "refundId" in event;

/** True if the signature is the hex HMAC-SHA256 of the text with one of the secrets. Compares in constant time. */
export function isSigned(text: string, signature: string, secrets: readonly string[]): boolean {
  const value = Buffer.from(signature, "hex");
  return secrets
    .map((secret) => {
      const expected = createHmac("sha256", secret).update(text).digest();
      return secret !== "" && value.length === expected.length && timingSafeEqual(value, expected);
    })
    .includes(true);
}
