import type { PaymentFact, ProviderName, ReturnProof, WindowDescription } from "../payment.ts";
import type { RefundFact } from "../refund.ts";

export interface SessionRequest {
  /** The idempotency key: repeated calls return the same session. */
  reference: string;
  amountPaise: number;
  currency: string;
  /** The customer's text beside the amount. */
  description: string;
  /** The time after which no payment is accepted. */
  expiresAt: Date;
}

export interface ProviderSession {
  sessionId: string;
  /** Page where the customer pays, as a path of this shop; null for a window that the provider's own script opens. */
  address: string | null;
}

/** A session and its amount. */
export interface ProviderSessionRef {
  sessionId: string;
  amountPaise: number;
  currency: string;
}

/** The state of a session, with the provider's data about the money. */
export interface ProviderState {
  sessionId: string;
  /** Null while nothing has happened. */
  fact: PaymentFact | null;
  amountPaise: number;
  currency: string;
  method?: string | undefined;
  reason?: string | undefined;
  /** The provider's id of the payment, if any: two ids are a double payment. */
  paymentId?: string | undefined;
}

interface RefundRef extends ProviderSessionRef {
  /** Reference of the refund: repeated with the same, it is one refund. */
  reference: string;
  /** The provider's id of the payment to refund, in case of a double payment. */
  paymentId?: string | null | undefined;
}

export interface RefundRequest extends RefundRef {
  /** The provider's id of a refund made in its dashboard, which is only queried. */
  refundId?: string | null | undefined;
  /** The provider's ids of the refunds that the shop has booked. */
  known: readonly string[];
}

/**
 * The state of a refund. `refundId` is the provider's, empty if there is none; `reference` is ours, empty if the shop
 * did not send it.
 */
export interface RefundState extends RefundRef {
  refundId: string;
  fact: RefundFact;
  reason?: string | undefined;
  /** The payment of the refund, if the event contains it: it may arrive before the payment's event. */
  paid?: ProviderState | undefined;
  /** True if the payment is then fully refunded. */
  isAllBack?: boolean | undefined;
}

/**
 * The interface of a payment provider. Every call uses the network and has a timeout.
 * @throws ProviderUnavailable if the response is missing, late or invalid
 */
export interface PaymentProvider {
  readonly name: ProviderName;
  /** False where a closed session can still be paid: its money may come days later. */
  readonly closesSessions: boolean;
  createSession(request: SessionRequest): Promise<ProviderSession>;
  /** Serializes the session's window for a browser. */
  describeWindow(session: ProviderSession): WindowDescription;
  /** Whether the provider itself gave this to the browser when the session was paid. */
  provesReturn(sessionId: string, proof: ReturnProof): boolean;
  /** Returns the state of a session. Captures authorized money. */
  fetchState(session: ProviderSessionRef): Promise<ProviderState>;
  /** Stops waiting for a payment. The state tells whether money was received, is still being processed, or neither. */
  closeSession(session: ProviderSessionRef): Promise<ProviderState>;
  /**
   * Sends a refund once for each reference; repeated calls return its state. If the provider has refunds of this
   * payment that are unknown to the shop, sends nothing and returns those.
   */
  refund(request: RefundRequest): Promise<RefundState | RefundState[]>;
  /** Makes a harmless call with the shop's keys, if the provider is external; returns how far its clock is ahead. */
  probe?(): Promise<{ aheadMs: number | null }>;
  /** Reads a webhook from its raw body, once its signature proves who sent it. */
  readWebhook(
    rawBody: string,
    header: (name: string) => string | undefined,
  ): Promise<ProviderNews | OtherNews | "forged" | "unreadable">;
}

export class ProviderUnavailable extends Error {
  override readonly name = "ProviderUnavailable";
}

/** The provider rejected the request; a retry would be rejected too. */
export class ProviderRefused extends ProviderUnavailable {}

/** The provider accepts no payments of this shop: its keys or account are rejected. Only the owner can fix that. */
export class AccountRefused extends ProviderRefused {}

/** Rejects a response about another object. @throws ProviderUnavailable */
export function assertAbout(
  expected: { sessionId: string; reference?: string },
  response: ProviderState | RefundState,
): void {
  const isSameRefund = !isAboutRefund(response) || response.reference === expected.reference;
  if (response.sessionId !== expected.sessionId || !isSameRefund)
    throw new ProviderUnavailable("The provider's answer is about another payment than the query.");
}

/** A state sent by the provider, with an id that stays the same when it is sent again. */
export type ProviderNews = (ProviderState | RefundState) & { eventId: string };

/** Another event of a provider, stored by its name. */
export interface OtherNews {
  eventId: string;
  sessionId: string;
  event: string;
  dispute?: Dispute;
}

/** A bank disputes a payment. */
export interface Dispute {
  disputeId: string;
  amountPaise: number;
  status: "open" | "under_review" | "won" | "lost" | "closed";
  /** ISO; null where the provider names no day. */
  respondBy: string | null;
}

export const isOther = (event: ProviderNews | OtherNews): event is OtherNews => "event" in event;

export const isAboutRefund = (event: ProviderState | RefundState): event is RefundState =>
  "refundId" in event;
