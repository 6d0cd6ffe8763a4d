import type { FastifyInstance } from "fastify";
import { DAY } from "#contract/time.ts";
import type { Context } from "../context.ts";
import { createNotFoundRefusal } from "./http-refusal.ts";
import { answerHeaders } from "./security-headers.ts";

/** Researchers count on a contact for half a year from the day they read it. */
const VALID_MS = 180 * DAY;

/** `/.well-known/security.txt` (RFC 9116): where to report a weakness. 404 as long as no one is named. */
export function serveSecurityContact(
  app: FastifyInstance,
  { config, now }: Pick<Context, "config" | "now">,
  sellersMail: () => string | null,
): void {
  app.get("/.well-known/security.txt", (_request, reply) => {
    const contact = config.securityContact ?? sellersMail();
    if (!contact) throw createNotFoundRefusal();
    const isAddress = !/^(mailto|https):/.test(contact);
    const lines = [
      `Contact: ${isAddress ? `mailto:${contact}` : contact}`,
      `Expires: ${new Date(now().getTime() + VALID_MS).toISOString()}`,
      "Preferred-Languages: en, hi",
      `Canonical: ${config.publicUrl}/.well-known/security.txt`,
    ];
    return reply
      .headers({ ...answerHeaders, "cache-control": "public, max-age=86400" })
      .type("text/plain; charset=utf-8")
      .send(`${lines.join("\n")}\n`);
  });
}
