import type { PaymentFact } from "../payment.ts";
import type { RefundFact } from "../refund.ts";

/** What a provider needs to know to open a session. */
export interface SessionRequest {
  /** The payment's key: asked for twice, the provider answers the same session. */
  reference: string;
  amountPaise: number;
  currency: string;
  /** What the customer reads beside the amount. */
  description: string;
  /** Nothing is taken after this moment. */
  expiresAt: Date;
}

export interface ProviderSession {
  sessionId: string;
  /** Where the customer pays: a path of this shop or an address of the provider. */
  address: string;
}

/** How a session stands, in the provider's own words about the money. */
export interface ProviderState {
  sessionId: string;
  /** Null while nothing has happened. */
  fact: PaymentFact | null;
  amountPaise: number;
  currency: string;
  method?: string | undefined;
  reason?: string | undefined;
}

export interface RefundRequest {
  sessionId: string;
  /** The same for each repetition: asked for twice, it is one refund. */
  reference: string;
  amountPaise: number;
  currency: string;
}

/** How a refund stands. `refundId` is the provider's, `reference` ours. */
export interface RefundState extends RefundRequest {
  refundId: string;
  fact: RefundFact;
  reason?: string | undefined;
}

/** A state that the provider tells by itself, with an id that is the same when it tells it again. */
export type ProviderNews = (ProviderState | RefundState) & { eventId: string };

export const isAboutRefund = (news: ProviderState | RefundState): news is RefundState => "refundId" in news;

/**
 * A payment provider as the shop sees it. Every call goes over the network and gives up by itself.
 * @throws ProviderUnavailable for no answer, a late one, or one that makes no sense.
 */
export interface PaymentProvider {
  readonly name: "test";
  createSession(request: SessionRequest): Promise<ProviderSession>;
  fetchState(sessionId: string): Promise<ProviderState>;
  /** Takes nothing from now on, unless it already did: the answer says which. */
  closeSession(sessionId: string): Promise<ProviderState>;
  /** Gives money back, once for each reference; asked again, it says how that stands. */
  refund(request: RefundRequest): Promise<RefundState>;
  /** Reads a webhook from its raw body, once its signature proves who sent it. */
  readWebhook(
    rawBody: string,
    header: (name: string) => string | undefined,
  ): Promise<ProviderNews | "forged" | "unreadable">;
}

export class ProviderUnavailable extends Error {
  override readonly name = "ProviderUnavailable";
}

/** An answer about something else than was asked is no answer. @throws ProviderUnavailable */
export function assertAbout(
  asked: { sessionId: string; reference?: string },
  answer: ProviderState | RefundState,
): void {
  const isSameRefund = !isAboutRefund(answer) || answer.reference === asked.reference;
  if (answer.sessionId !== asked.sessionId || !isSameRefund)
    throw new ProviderUnavailable("The provider answered about another payment than it was asked about.");
}
