import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Finding } from "../checks/finding.ts";
import type { Config } from "../config/config.ts";
import { type Context, defineService } from "../context.ts";
import { isLoopback, isPrivate } from "../http/proxies.ts";

/**
 * Warn after this many requests if none has a forwarded address. Fewer may be requests that the owner sends without the
 * proxy.
 */
const ENOUGH_REQUESTS = 20;

interface ProxyCounts {
  forwarded: number;
  bare: number;
  /** The address of an untrusted peer that sent the headers of a proxy. */
  stranger: string | null;
  /**
   * A private address that the shop took for a visitor's address. It probably belongs to a proxy missing in
   * TRUST_PROXY.
   */
  inside: string | null;
  /** True if a trusted proxy reported that the visitor used http. */
  isPlain: boolean;
}

const proxyCounts = defineService("proxies", (): ProxyCounts => ({
  forwarded: 0,
  bare: 0,
  stranger: null,
  inside: null,
  isPlain: false,
}));

/** Logs each mistake in a proxy's headers and its settings once, if the shop needs a proxy. */
export function watchProxies(app: FastifyInstance, context: Context): void {
  if (!isBehindProxy(context.config)) return;
  const observed = context.service(proxyCounts);
  const logged = new Set<string>();
  const report = () => {
    for (const { about, what, remedy } of checkProxies(context)) {
      if (!logged.has(what)) context.log.warn({ about, remedy }, what);
      logged.add(what);
    }
  };
  report();
  app.addHook("onRequest", async (request) => {
    if (PROBE_PATH.test(request.url)) return;
    if (note(observed, request) || observed.bare === ENOUGH_REQUESTS) report();
  });
}

function note(observed: ProxyCounts, { headers, ips = [], ip, protocol, socket }: FastifyRequest): boolean {
  if (!headers["x-forwarded-for"]) {
    observed.bare++;
    return false;
  }
  observed.forwarded++;
  const previous = JSON.stringify([observed.stranger, observed.inside, observed.isPlain]);
  if (ips.length < 2) observed.stranger ??= socket.remoteAddress ?? null;
  else if (isPrivate(ip)) observed.inside ??= ip;
  if (ips.length > 1 && headers["x-forwarded-proto"] !== undefined && protocol !== "https")
    observed.isPlain = true;
  return previous !== JSON.stringify([observed.stranger, observed.inside, observed.isPlain]);
}

export function checkProxies(context: Pick<Context, "config" | "service">): Finding[] {
  const { config } = context;
  if (!isBehindProxy(config)) return [];
  const { forwarded, bare, stranger, inside, isPlain } = context.service(proxyCounts);
  const trustsThisMachineOnly = String(config.trustedProxies) === "loopback";
  const findings: [is: boolean, what: string, remedy: string][] = [
    [
      trustsThisMachineOnly && !isLoopback(config.host),
      `HOST=${config.host} accepts other machines, but only a proxy on this machine is trusted`,
      "Set TRUST_PROXY to the proxy's address, or HOST=127.0.0.1 if the proxy is on this machine",
    ],
    [
      bare >= ENOUGH_REQUESTS && forwarded === 0,
      "no request contains the visitor's address, so all visitors share one address and its rate limits",
      "Configure the proxy to send X-Forwarded-For and X-Forwarded-Proto, see docs/owners/operating.md",
    ],
    [
      stranger !== null,
      `${stranger} sends X-Forwarded-For but is not trusted, so all its visitors share one address and its rate limits`,
      "If this is your proxy, add it to TRUST_PROXY. Otherwise, make the shop's port reachable only from your proxy",
    ],
    [
      inside !== null,
      `visitors seem to come from ${inside}, an address inside your network, so there must be another proxy in front of the shop`,
      "Add the address of that proxy to TRUST_PROXY, and restart the shop",
    ],
    [
      isPlain,
      `the proxy says that visitors come over http, but PUBLIC_URL is ${config.publicUrl}`,
      "Configure the proxy to redirect http to https and to send X-Forwarded-Proto",
    ],
  ];
  return findings.flatMap(([is, what, remedy]) => (is ? [{ about: "TRUST_PROXY", what, remedy }] : []));
}

/** True if a proxy must be in front of the shop, because the shop does not serve https itself. */
const isBehindProxy = ({ profile, publicUrl }: Pick<Config, "profile" | "publicUrl">): boolean =>
  profile === "production" && publicUrl.startsWith("https:");

const PROBE_PATH = /^\/(healthz|readyz)(\?|$)/;
