import type { ProviderState, RefundState } from "./provider.ts";

/** A state that the provider sends by itself, with an id that is the same when it sends it again. */
export type ProviderNews = (ProviderState | RefundState) & { eventId: string };

/** Another event of a provider, stored by its name. */
export interface OtherNews {
  eventId: string;
  sessionId: string;
  event: string;
  dispute?: Dispute;
}

/** A bank wants money back that its customer has paid. */
export interface Dispute {
  disputeId: string;
  amountPaise: number;
  status: "open" | "under_review" | "won" | "lost" | "closed";
  /** ISO; null where the provider names no day. */
  respondBy: string | null;
}

export const isOther = (news: ProviderNews | OtherNews): news is OtherNews => "event" in news;

export const isAboutRefund = (news: ProviderState | RefundState): news is RefundState => "refundId" in news;
