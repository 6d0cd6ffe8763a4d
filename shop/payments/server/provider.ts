import { createHmac, timingSafeEqual } from "node:crypto";
import type { PaymentFact, ProviderName, ReturnProof, WindowDescription } from "../payment.ts";
import type { RefundFact } from "../refund.ts";

export interface SessionRequest {
  /** The idempotency key. A repeated call with the same key returns the same session. */
  reference: string;
  amountPaise: number;
  currency: string;
  description: string;
  expiresAt: Date;
}

export interface ProviderSession {
  sessionId: string;
  address: string | null;
}

export interface ProviderSessionRef {
  sessionId: string;
  amountPaise: number;
  currency: string;
}

export interface ProviderState {
  sessionId: string;
  fact: PaymentFact | null;
  amountPaise: number;
  currency: string;
  method?: string | undefined;
  reason?: string | undefined;
  /** The provider's id of the captured payment. Two different ids in one session mean that the customer paid twice. */
  paymentId?: string | undefined;
}

interface RefundRef extends ProviderSessionRef {
  /** The idempotency key. A repeated call with the same key makes only one refund. */
  reference: string;
  /** The provider's id of the payment. Needed if the customer paid twice. */
  paymentId?: string | null | undefined;
}

export interface RefundRequest extends RefundRef {
  /**
   * The provider's id of a refund made in its dashboard. The shop only queries this refund, and does not send it. Null
   * or missing for other refunds.
   */
  refundId?: string | null | undefined;
  /** The provider's ids of those refunds of the order that the shop has stored. */
  known: readonly string[];
}

/** `refundId` is empty if the provider refused the refund. `reference` is empty if the shop did not request it. */
export interface RefundState extends RefundRef {
  refundId: string;
  fact: RefundFact;
  reason?: string | undefined;
  paid?: ProviderState | undefined;
  isFullyRefunded?: boolean | undefined;
}

/** A payment provider. Its network calls have a timeout. @throws ProviderUnavailable if no valid response arrives */
export interface PaymentProvider {
  readonly name: ProviderName;
  /** False if a session can still be paid after it was closed, because a bank may confirm a payment days later. */
  readonly closesSessions: boolean;
  createSession(request: SessionRequest): Promise<ProviderSession>;
  describeWindow(session: ProviderSession): WindowDescription;
  provesReturn(sessionId: string, proof: ReturnProof): boolean;
  /** Fetches the state of a payment. Also captures money that the bank has authorized. */
  fetchState(session: ProviderSessionRef): Promise<ProviderState>;
  /** Closes a session. Returns its state, because the payment may have arrived in the meantime. */
  closeSession(session: ProviderSessionRef): Promise<ProviderState>;
  /**
   * Sends a refund once per reference. If refunds that are not in `known` were made in the provider's dashboard,
   * returns them and sends nothing.
   */
  refund(request: RefundRequest): Promise<RefundState | RefundState[]>;
  readWebhook(
    rawBody: string,
    header: (name: string) => string | undefined,
  ): Promise<ProviderEvent | OtherProviderEvent | "forged" | "unreadable">;
}

export class ProviderUnavailable extends Error {
  override readonly name = "ProviderUnavailable";
}

/** The provider rejected the request and would reject a retry too. */
export class ProviderRefused extends ProviderUnavailable {}

/** The provider rejects the keys or the account. Only the owner can solve that. */
export class AccountRefused extends ProviderRefused {}

/** @throws ProviderUnavailable if the response is about another payment or refund */
export function assertAbout(
  expected: { sessionId: string; reference?: string },
  response: ProviderState | RefundState,
): void {
  const isSameRefund = !isAboutRefund(response) || response.reference === expected.reference;
  if (response.sessionId !== expected.sessionId || !isSameRefund)
    throw new ProviderUnavailable("The provider returned a different payment than the one requested.");
}

/** A repeated event has the same `eventId`. */
export type ProviderEvent = (ProviderState | RefundState) & { eventId: string };

/** An event that changes no payment or refund of the shop. Only its name, its ids and any dispute are stored. */
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
  /** The time until which the owner can respond, as an ISO date; null if the provider sent no deadline. */
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
