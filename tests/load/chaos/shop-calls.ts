import { setTimeout as sleep } from "node:timers/promises";
import { IDEMPOTENCY_HEADER } from "#contract/endpoint.ts";
import type { Member } from "./crowd.ts";
import type { Seen } from "./checkout.ts";

const ANSWER_WITHIN_MS = 30_000;

export interface Answer {
  status: number;
  code: string;
  body: unknown;
}

export const waitBeforeRetry = ({ giveUp }: Visit) =>
  sleep(BEFORE_TRYING_AGAIN_MS * (0.5 + Math.random()), undefined, { signal: giveUp });

export async function sendPost(
  visit: Visit,
  path: string,
  member: Member,
  body: unknown,
  key?: string,
): Promise<Answer | null> {
  const answer = await ask(visit, path, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      authorization: `Bearer ${member.token}`,
      ...(key && { [IDEMPOTENCY_HEADER]: key }),
    },
    body: JSON.stringify(body),
  });
  if (!answer) return null;
  const parsed = JSON.parse(answer.text === "" ? "{}" : answer.text) as { code?: string };
  return { status: answer.status, code: parsed.code ?? "", body: parsed };
}

export async function ask(
  { shopUrl, seen, giveUp }: Visit,
  path: string,
  request: RequestInit,
): Promise<{ status: number; text: string } | null> {
  giveUp.throwIfAborted();
  const began = performance.now();
  try {
    const signal = AbortSignal.any([giveUp, AbortSignal.timeout(ANSWER_WITHIN_MS)]);
    const response = await fetch(shopUrl + path, { ...request, signal });
    const text = await response.text();
    const { status } = response;
    count(seen, status);
    if (status === 503 && response.headers.get("retry-after") === null)
      seen.anomalies.push(`${path}: 503 without Retry-After`);
    if (status >= 500 && status !== 503) seen.anomalies.push(`${path}: ${status} ${text.slice(0, 200)}`);
    seen.longestAnswerMs = Math.max(seen.longestAnswerMs, performance.now() - began);
    return { status, text };
  } catch {
    giveUp.throwIfAborted();
    count(seen, 0);
    seen.longestAnswerMs = Math.max(seen.longestAnswerMs, performance.now() - began);
    return null;
  }
}

const BEFORE_TRYING_AGAIN_MS = 400;

export interface Visit {
  shopUrl: string;
  seen: Seen;
  giveUp: AbortSignal;
}

const count = ({ statuses }: Seen, status: number) => statuses.set(status, (statuses.get(status) ?? 0) + 1);
